import { InvalidResponseError } from "./errors.ts";
import type { Exchange } from "./exchange.ts";

/** Parses an answer, or one item of it. Throws `InvalidResponseError` for text that is not JSON. */
export function parseJson(text: string, { operation }: Exchange): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidResponseError(`${operation}: the answer is not JSON; check baseUrl`, {
      cause,
    });
  }
}
