import { isOddValue } from "./number-text.ts";

/** Facts about values that were visited. */
export class Survey {
  /** The number of members of all objects. */
  members = 0;
  /** Whether there may be a number whose text differs from the one that JavaScript writes. */
  hasOddNumbers = false;

  /** Adds a value and everything in it. */
  visit(value: unknown): void {
    if (typeof value === "number") {
      if (isOddValue(value)) this.hasOddNumbers = true;
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) this.visit(value[index]);
    } else if (typeof value === "object" && value !== null) {
      for (const name in value) {
        this.members += 1;
        this.visit((value as Readonly<Record<string, unknown>>)[name]);
      }
    }
  }
}
