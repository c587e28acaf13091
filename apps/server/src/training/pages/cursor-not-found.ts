import { Missing } from "../../refusals/refusal.ts";

/** `after` names no item of the list. */
export class CursorNotFound extends Missing {
  /** `what` is the kind of item: `model`. */
  constructor(what: string) {
    super(`No ${what} in this list has the id in after. Begin the list again.`);
  }
}
