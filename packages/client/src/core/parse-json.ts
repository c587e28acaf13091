import { InvalidResponseError } from "./errors.ts";
import type { Exchange } from "./exchange.ts";

/** An answer, or an item of one. Throws `InvalidResponseError` where it is no JSON, or cut short. */
export function parseJson(text: string, { operation }: Exchange): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidResponseError(`${operation}: the answer is no JSON; check baseUrl`, { cause });
  }
}
