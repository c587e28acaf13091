import { isJson } from "./body.ts";
import { parseJson } from "./parse-json.ts";
import type { JsonParser } from "./parse-json.ts";
import type { Sent } from "./send.ts";

/**
 * Reads a whole answer according to its media type; `undefined` for an empty JSON answer. Throws
 * `InvalidResponseError` if it should be JSON and is not, and `ConnectionError` if the connection
 * breaks.
 */
export async function readBody<T>(
  { response, exchange }: Sent,
  mediaType: string,
  parse: JsonParser,
): Promise<T> {
  try {
    const isText = mediaType.startsWith("text/");
    const body = await exchange.wait<unknown>(() =>
      isText || isJson(mediaType) ? response.text() : response.blob(),
    );
    if (!isJson(mediaType)) return body as T;
    return (body === "" ? undefined : parseJson(body as string, exchange, parse)) as T;
  } finally {
    exchange.end();
  }
}
