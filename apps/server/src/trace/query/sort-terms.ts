import type { Trace } from "@heddle/types";
import { requestBounds } from "../../config/request-bounds.ts";
import { InvalidInput } from "../../refusals/refusal.ts";

const maxTerms = requestBounds.sortTerms.limit;

/**
 * Reads the `sort_by` of a request: `termOf` makes the terms of one field, none if it has no effect.
 *
 * @throws InvalidInput for too many terms, and the errors of `termOf`.
 */
export function sortTerms<Term>(
  sortBy: readonly Trace.SortBy[] | null | undefined,
  termOf: (field: string, isDescending: boolean) => readonly Term[],
): Term[] {
  const asked = sortBy ?? [];
  if (asked.length > maxTerms) {
    throw new InvalidInput(`sort_by has ${asked.length} terms; the limit is ${maxTerms}.`);
  }
  return asked.flatMap(({ field, direction }) => termOf(field, direction === "desc"));
}
