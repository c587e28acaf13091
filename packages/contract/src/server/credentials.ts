/** `Authorization` for a key, or nothing where there is none. */
export function credentials(key: string | undefined): Record<string, string> {
  if (key === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}` };
}
