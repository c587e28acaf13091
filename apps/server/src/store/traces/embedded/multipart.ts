import { EngineException } from "./exception.ts";

/**
 * Reads the text fields of a multipart body (RFC 7578). Clients send parameters in this form if
 * they are too long for an address. The boundary is random, so values cannot contain it. Throws
 * EngineException for a malformed body.
 */
export function readFields(body: Buffer, contentType: string): Map<string, string> {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (boundary === undefined) throw malformed();
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const fields = new Map<string, string>();
  // The first delimiter has no line break before it.
  let at = delimiter.length - 2;
  if (!body.subarray(0, at).equals(delimiter.subarray(2))) throw malformed();
  while (body.toString("latin1", at, at + 2) !== "--") {
    const headEnd = body.indexOf("\r\n\r\n", at);
    const end = body.indexOf(delimiter, headEnd);
    const name = /name="([^"]+)"/.exec(body.toString("utf8", at, headEnd))?.[1];
    if (headEnd < 0 || end < 0 || name === undefined) throw malformed();
    fields.set(name, body.toString("utf8", headEnd + 4, end));
    at = end + delimiter.length;
  }
  return fields;
}

function malformed(): EngineException {
  return new EngineException(1000, "POCO_EXCEPTION", "The multipart body is malformed.");
}
