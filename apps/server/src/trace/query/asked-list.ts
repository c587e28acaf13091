import { tooManyEntries } from "../../config/request-bounds.ts";
import { InvalidInput } from "../../refusals/refusal.ts";

/**
 * Reads a list of a filter; undefined if the request gives none, or an empty one.
 *
 * @throws InvalidInput for a list that is too long.
 */
export function askedList(
  member: string,
  list: readonly string[] | null | undefined,
): readonly string[] | undefined {
  if (!list || list.length === 0) return undefined;
  const problem = tooManyEntries(`filter.${member}`, list.length);
  if (problem !== undefined) throw new InvalidInput(problem);
  return list;
}
