import { TooLarge } from "../errors.ts";
import type { BytesBody } from "../handler.ts";
import type { Hold } from "./json-body.ts";
import { bodyStream, compressionOf, readBody, unreadable } from "./body-bytes.ts";
import { mediaTypeOf } from "./media-type.ts";

/** A body of bytes: streamed up to `fileBytes`, or held whole up to `bodyBytes`. */
export class BytesReader implements BytesBody {
  readonly mediaType: string | undefined;
  readonly content: AsyncIterable<Uint8Array>;
  readonly #request: Request;
  readonly #bodyBytes: number;
  readonly #hold: Hold | undefined;
  #whole: Promise<Uint8Array> | undefined;

  /** Throws 415 for an unknown Content-Encoding. */
  constructor(
    request: Request,
    limits: { readonly bodyBytes: number; readonly fileBytes: number },
    hold?: Hold,
  ) {
    this.#request = request;
    this.#hold = hold;
    this.#bodyBytes = limits.bodyBytes;
    this.mediaType = mediaTypeOf(request.headers.get("content-type"));
    compressionOf(request.headers);
    this.content = limited(request, limits.fileBytes);
  }

  bytes(): Promise<Uint8Array> {
    this.#whole ??= readBody(this.#request, this.#bodyBytes, this.#hold);
    return this.#whole;
  }
}

/** Takes the body only at the first read, so that `bytes()` can take it instead. */
async function* limited(
  request: Request,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  try {
    for await (const chunk of bodyStream(request)) {
      size += chunk.byteLength;
      if (size > maxBytes)
        throw new TooLarge(`Request too large: its body is over ${maxBytes} bytes`);
      yield chunk;
    }
  } catch (e) {
    throw unreadable(e);
  }
}
