import { requestBounds } from "../../config/request-bounds.ts";
import { InvalidInput } from "../../refusals/refusal.ts";

const { limit } = requestBounds.queryValueBytes;
/** The store counts quotes around a text too. */
const quoteBytes = 3;

/**
 * Returns a text of a query.
 *
 * @throws InvalidInput if it is longer than the trace store takes in one value.
 */
export function boundedText(text: string): string {
  const bytes = Buffer.byteLength(text) + quoteBytes;
  if (bytes <= limit) return text;
  throw new InvalidInput(
    `A literal of the query has ${bytes} bytes as text; the limit is ${limit}. Shorten it.`,
  );
}
