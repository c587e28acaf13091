import { apiErrorOf, ConnectionError, InvalidResponseError } from "./errors.ts";
import { fields, statusOf } from "./error-body.ts";
import type { Exchange } from "./exchange.ts";
import { linesOf } from "./lines.ts";
import { parseJson } from "./parse-json.ts";
import type { JsonParser } from "./parse-json.ts";

/**
 * The items of an event stream whose data is JSON.
 *
 * Ends at the event whose data is `end`. Throws an `ApiError` for an event `{ error: … }`, and a
 * `ConnectionError` if the stream stops before `end` or inside an event: then a proxy or the
 * network cut it.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export async function* eventsOf<T>(
  response: Response,
  exchange: Exchange,
  parse: JsonParser,
  end: string | undefined,
): AsyncGenerator<T, void> {
  const { operation } = exchange;
  let data: string[] = [];
  for await (const line of linesOf(response, exchange)) {
    if (/html|json/.test(response.headers.get("content-type") ?? "")) {
      throw new InvalidResponseError(`${operation}: the answer is not a stream`);
    }
    const found = /^data(?:: ?(.*))?$/s.exec(line);
    if (found) data.push(found[1] ?? "");
    if (line !== "" || data.length === 0) continue;
    const event = data.join("\n");
    if (event === end) return;
    data = [];
    if (event === "") continue;
    const item = parseJson(event, exchange, parse);
    const { error } = fields(item);
    if (error) {
      throw apiErrorOf({ operation, status: statusOf(error), response, body: item });
    }
    yield item as T;
  }
  if (data.join("\n") !== (end ?? "")) {
    throw new ConnectionError(`${operation}: the stream was cut`);
  }
}
