import { defaultBodySerializer } from "openapi-fetch";

/** Bytes, for operations that accept them. A stream can be read once, so it is never retried. */
export type Binary = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | ReadableStream<Uint8Array>;

/** `BodyInit` has only a browser type, so the type is derived from `RequestInit`. */
export type FetchBody = NonNullable<RequestInit["body"]>;

/** Writes a body that openapi-fetch would not write as the operation takes it. */
export type BodyStyle = (value: unknown) => FetchBody | Promise<FetchBody>;

/**
 * Encodes a body for `fetch`; `undefined` if there is no body. It is encoded once, before the first
 * attempt, so that all attempts send the same bytes even if the program changes its object.
 */
export async function encodeBody(
  value: unknown,
  mediaType: string,
  style: BodyStyle | undefined,
): Promise<FetchBody | undefined> {
  if (value === undefined) return undefined;
  if (style) return style(value);
  return isJson(mediaType) ? defaultBodySerializer(value) : (value as FetchBody);
}

/** Whether a body is bytes, which are sent as they are. */
export function isBinary(body: unknown): body is Binary {
  return (
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof ReadableStream
  );
}

/** The default media type of bodies and answers. */
export const json = "application/json";

/** Whether a media type is JSON: `application/json`, `application/problem+json; charset=utf-8`. */
export function isJson(mediaType: string): boolean {
  return /[/+]json\b/.test(mediaType);
}
