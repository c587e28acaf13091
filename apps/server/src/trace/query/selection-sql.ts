import type { Parameters } from "./parameters.ts";

/** Conditions that must all hold. */
export interface Selection {
  readonly parameters: Parameters;
  /** What holds for exactly the rows of the answer. */
  readonly whole: readonly string[];
  /**
   * Holds for every row of the answer and perhaps for others, but reads no payloads: the engine then
   * reads payloads only near these rows. Undefined if `whole` reads no payloads.
   */
  readonly first?: readonly string[] | undefined;
}

/** The clauses for a selection, or for conditions that must all hold. */
export function whereOf(selection: Selection | readonly string[], more?: string): string {
  const further = more === undefined ? [] : [more];
  if (!("whole" in selection)) return `WHERE ${[...selection, ...further].join(" AND ")}`;
  const { whole, first } = selection;
  if (!first) return `WHERE ${[...whole, ...further].join(" AND ")}`;
  return `PREWHERE ${[...first, ...further].join(" AND ")} WHERE ${whole.join(" AND ")}`;
}
