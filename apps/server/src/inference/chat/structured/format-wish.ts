import type { Constraint } from "@heddle/engine";

/** What the content of an answer must look like, and the member of the request that says so. */
export interface FormatWish {
  readonly constraint: Constraint;
  /** As a dotted path; the engine's refusals of the constraint name it. */
  readonly param: string;
}
