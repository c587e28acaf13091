/** `Authorization` for a key; no header if there is no key. */
export function credentials(key: string | undefined): Record<string, string> {
  if (key === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}` };
}
