import { requestBounds } from "../../config/request-bounds.ts";
import { OverLimit } from "../../refusals/refusal.ts";

/** Most levels of nested arrays and objects. */
export const maxJsonDepth: number = requestBounds.valueDepth.limit;

/** Arrays and objects are nested deeper than {@link maxJsonDepth}. */
export class TooDeep extends OverLimit {
  constructor() {
    super(
      `The value is nested deeper than ${maxJsonDepth} levels. ` +
        "Flatten it, or publish its parts as objects and refer to them.",
    );
  }
}

/** A JSON text inside a value has too many members. */
export class TooManyMembers extends OverLimit {
  constructor(most: number) {
    super(`A text of JSON inside of the value has more than ${most} members. Send it in parts.`);
  }
}
