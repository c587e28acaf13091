/** Bytes, for operations that accept them. A stream can be read once, so it is never retried. */
export type Binary = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | ReadableStream<Uint8Array>;

/** `BodyInit` has only a browser type, so the type is derived from `RequestInit`. */
export type FetchBody = NonNullable<RequestInit["body"]>;

/** Writes a body that is not JSON and needs encoding. */
export type BodyStyle = (value: unknown) => FetchBody | Promise<FetchBody>;

/** Encodes a body for `fetch`; `null` if there is no body. */
export async function encodeBody(
  value: unknown,
  mediaType: string,
  style: BodyStyle | undefined,
): Promise<FetchBody | null> {
  if (value === undefined) return null;
  if (style) return style(value);
  return isJson(mediaType) ? JSON.stringify(value) : (value as FetchBody);
}

/** The default media type of bodies and answers. */
export const json = "application/json";

/** Whether a media type is JSON: `application/json`, `application/problem+json; charset=utf-8`. */
export function isJson(mediaType: string): boolean {
  return /[/+]json\b/.test(mediaType);
}
