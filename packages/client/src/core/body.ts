/** Bytes, as the operations that take bytes accept them. A stream is read once: no retries. */
export type Binary = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | ReadableStream<Uint8Array>;

/** Not `BodyInit`, a name that only browsers have. */
export type FetchBody = NonNullable<RequestInit["body"]>;

/** Writes a body that is neither JSON nor sent as it is. */
export type BodyStyle = (value: unknown) => FetchBody | Promise<FetchBody>;

/** A body as `fetch` takes it; `null` where there is none. */
export async function encodeBody(
  value: unknown,
  mediaType: string,
  style: BodyStyle | undefined,
): Promise<FetchBody | null> {
  if (value === undefined) return null;
  if (style) return style(value);
  return isJson(mediaType) ? JSON.stringify(value) : (value as FetchBody);
}

/** Media type of bodies and answers that do not say otherwise. */
export const json = "application/json";

/** Whether a media type is JSON: `application/json`, `application/problem+json; charset=utf-8`. */
export function isJson(mediaType: string): boolean {
  return /[/+]json\b/.test(mediaType);
}
