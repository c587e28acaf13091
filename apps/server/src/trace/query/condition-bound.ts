import { requestBounds } from "../../config/request-bounds.ts";
import { InvalidInput } from "../../refusals/refusal.ts";

const maxCharacters = requestBounds.conditionCharacters.limit;

/**
 * Checks the length of a condition for the trace store. The nesting of conversions multiplies the
 * text, so each part is held to the limit at once.
 *
 * @throws InvalidInput if it is too long.
 */
export function refuseLong(characters: number): void {
  if (characters <= maxCharacters) return;
  throw new InvalidInput(
    `The query becomes a condition of more than ${maxCharacters} characters for the trace store, ` +
      "which is the limit. Use $in for lists of values, fewer conditions on payloads, or several " +
      "queries.",
  );
}
