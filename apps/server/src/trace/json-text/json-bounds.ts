import { TooLarge } from "@heddle/server-kit";

/** Deepest nesting of arrays and objects that is read. */
export const maxJsonDepth = 200;

/** Arrays and objects are nested deeper than {@link maxJsonDepth}: 413. */
export class TooDeep extends TooLarge {
  constructor() {
    super(
      `The value is nested deeper than ${maxJsonDepth} levels. ` +
        "Flatten it, or publish its parts as objects and refer to them.",
    );
  }
}

/** The objects of a text inside of a value have too many members: 413. */
export class TooManyMembers extends TooLarge {
  constructor(most: number) {
    super(`A text of JSON inside of the value has more than ${most} members. Send it in parts.`);
  }
}
