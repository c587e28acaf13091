/** A media type without its parameters, in lower case; `undefined` where there is none. */
export function mediaTypeOf(contentType: string | null): string | undefined {
  const essence = contentType?.split(";", 1)[0]?.trim().toLowerCase();
  return essence === "" ? undefined : essence;
}

/** Types that are certainly something else than JSON, whatever the sender meant by the header. */
const notJson = /^(?:multipart|image|audio|video|font)\/|xml$|protobuf$|zip$|\/csv$|ndjson$|jsonl$/;

/**
 * Whether a body with this Content-Type is read as JSON where JSON is due.
 *
 * SDKs post JSON without the header, `fetch` labels strings `text/plain`, and curl a form: only
 * types that are surely something else are refused.
 */
export function mayBeJson(mediaType: string | undefined): boolean {
  return mediaType === undefined || !notJson.test(mediaType);
}
