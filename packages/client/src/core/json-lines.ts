import type { Exchange } from "./exchange.ts";
import { linesOf } from "./lines.ts";
import { parseJson } from "./parse-json.ts";
import type { JsonParser } from "./parse-json.ts";

/**
 * The items of a JSON Lines body. Throws `InvalidResponseError` for a line that is not JSON, also
 * for a last line that was cut short.
 *
 * @see https://jsonlines.org
 */
export async function* jsonLinesOf<T>(
  response: Response,
  exchange: Exchange,
  parse: JsonParser,
): AsyncGenerator<T, void> {
  for await (const line of linesOf(response, exchange)) {
    if (line.trim() !== "") yield parseJson(line, exchange, parse) as T;
  }
}
