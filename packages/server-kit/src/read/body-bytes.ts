import type { Hold } from "./json-body.ts";
import { ApiError, MalformedBody, TooLarge, UnsupportedMediaType } from "../errors.ts";

/** The bytes of a body as they come, decompressed. */
export function bodyStream(request: Request): ReadableStream<Uint8Array> {
  const body = request.body ?? new Blob([]).stream();
  const format = compressionOf(request.headers);
  if (format === undefined) return body;
  // The standard's type takes any buffer, TypeScript's only array buffers.
  const inflate = new DecompressionStream(format) as unknown as TransformStream<
    Uint8Array,
    Uint8Array
  >;
  return body.pipeThrough(inflate);
}

/** How a body is compressed; `undefined` if it is not. Throws 415 for an unknown encoding. */
export function compressionOf(headers: Headers): "gzip" | "deflate" | undefined {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return undefined;
  const format = formats[encoding];
  if (format !== undefined) return format;
  throw new UnsupportedMediaType(
    `Content-Encoding ${encoding.slice(0, 40)} is not understood; send gzip, deflate or neither`,
  );
}

const formats: Readonly<Record<string, "gzip" | "deflate">> = {
  gzip: "gzip",
  "x-gzip": "gzip",
  deflate: "deflate",
};

/**
 * Reads a whole body, decompressed. Throws 413 as soon as it exceeds `maxBytes`. Calls `hold`
 * before it takes bytes.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  hold: Hold = () => undefined,
): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? "NaN");
  if (announced > maxBytes) throw bodyTooLarge(maxBytes);
  // HTTP enforces this length, so the body needs no counting stream.
  if (announced >= 0 && !request.headers.has("content-encoding")) {
    hold(announced);
    try {
      return within(new Uint8Array(await request.arrayBuffer()), maxBytes);
    } catch (e) {
      throw unreadable(e);
    }
  }
  return concat(await collect(bodyStream(request), maxBytes, hold));
}

function within(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes.byteLength > maxBytes) throw bodyTooLarge(maxBytes);
  return bytes;
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  hold: Hold,
): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the stream: the rest of a compression bomb is never inflated.
  for await (const chunk of readable(stream)) {
    size += chunk.byteLength;
    if (size > maxBytes) throw bodyTooLarge(maxBytes);
    hold(chunk.byteLength);
    chunks.push(chunk);
  }
  return chunks;
}

/** The same chunks; a failure to read them is thrown as an `ApiError`. */
async function* readable(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* stream;
  } catch (e) {
    throw unreadable(e);
  }
}

/** The `ApiError` for a failure to read a body. */
export function unreadable(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new MalformedBody(
    isCorrupt(error)
      ? "The body is not compressed as its Content-Encoding says"
      : "The body broke off before its end",
  );
}

/** Node's decompression streams fail with zlib's codes, others with a `TypeError`. */
function isCorrupt(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return error instanceof TypeError || code.startsWith("Z_") || code.startsWith("ERR_TRAILING");
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function bodyTooLarge(maxBytes: number): TooLarge {
  return new TooLarge(`Request too large: its body is over ${maxBytes} bytes`);
}
