import { InvalidResponseError } from "./errors.ts";
import type { Exchange } from "./exchange.ts";

/** Reads JSON text; throws for any other text. `JSON.parse`, unless the program wants another. */
export type JsonParser = (text: string) => unknown;

/** Parses an answer, or one item of it. Throws `InvalidResponseError` for text that is not JSON. */
export function parseJson(text: string, { operation }: Exchange, parse: JsonParser): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw new InvalidResponseError(`${operation}: the answer is not JSON; check baseUrl`, {
      cause,
    });
  }
}
