/** A media type without its parameters, in lower case; `undefined` if there is none. */
export function mediaTypeOf(contentType: string | null): string | undefined {
  const essence = contentType?.split(";", 1)[0]?.trim().toLowerCase();
  return essence === "" ? undefined : essence;
}

/** Types that are certainly not JSON. */
const notJson = /^(?:multipart|image|audio|video|font)\/|xml$|protobuf$|zip$|\/csv$|ndjson$|jsonl$/;

/**
 * Whether a body with this Content-Type is read as JSON where the operation takes JSON.
 *
 * SDKs post JSON without the header, `fetch` labels strings `text/plain`, and curl labels them as a
 * form. So only types that are certainly not JSON are refused.
 */
export function mayBeJson(mediaType: string | undefined): boolean {
  return mediaType === undefined || !notJson.test(mediaType);
}
