/** The head of a request, as bytes on the wire. Headers without a value are left out. */
export function requestHead(
  method: string,
  path: string,
  headers: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const lines = Object.entries({ host: "127.0.0.1", ...headers })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}

/** A whole request with a JSON body. */
export function jsonRequest(
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const length = Buffer.byteLength(body);
  const own = { "content-type": "application/json", "content-length": length, ...headers };
  return requestHead("POST", path, own) + body;
}
