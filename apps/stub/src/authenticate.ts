/** The stub's principal: any key is accepted. */
export interface StubPrincipal {
  readonly key: string;
}

interface SecurityScheme {
  readonly type?: string;
  readonly scheme?: string;
  readonly in?: string;
  readonly name?: string;
}

/**
 * Reads keys at the places that a document's security schemes name: Basic credentials, whose
 * password is the key, a bearer token, or a header of its own. A missing or empty key is `null`.
 */
export function authenticateBy(document: unknown): (headers: Headers) => StubPrincipal | null {
  const { components } = document as {
    components?: { securitySchemes?: Readonly<Record<string, SecurityScheme>> };
  };
  const schemes = Object.values(components?.securitySchemes ?? {});
  return (headers) => {
    for (const scheme of schemes) {
      const key = keyOf(scheme, headers);
      if (key) return { key };
    }
    return null;
  };
}

function keyOf({ type, scheme, in: where, name }: SecurityScheme, headers: Headers): string {
  if (type === "apiKey" && where === "header") return headers.get(name ?? "")?.trim() ?? "";
  const [, given = "", credentials = ""] =
    /^\s*(\w+)\s+(\S+)\s*$/.exec(headers.get("authorization") ?? "") ?? [];
  if (type !== "http" || given.toLowerCase() !== scheme?.toLowerCase()) return "";
  if (given.toLowerCase() !== "basic") return credentials;
  const pair = Buffer.from(credentials, "base64").toString("utf8");
  return pair.includes(":") ? pair.slice(pair.indexOf(":") + 1) : "";
}
