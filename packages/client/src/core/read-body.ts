import { isJson } from "./body.ts";
import { parseJson } from "./parse-json.ts";
import type { Sent } from "./send.ts";

/**
 * Reads a whole answer as its media type asks for; `undefined` where it is empty JSON.
 * Throws `InvalidResponseError` where it is not JSON and should be, `ConnectionError` where it
 * breaks off.
 */
export async function readBody<T>({ response, exchange }: Sent, mediaType: string): Promise<T> {
  try {
    if (!isJson(mediaType) && !mediaType.startsWith("text/")) {
      return (await exchange.wait(() => response.blob())) as T;
    }
    const text = await exchange.wait(() => response.text());
    if (!isJson(mediaType)) return text as T;
    return (text === "" ? undefined : parseJson(text, exchange)) as T;
  } finally {
    exchange.end();
  }
}
