/**
 * The key that a request carries: the password of Basic credentials under any user name, a bearer
 * token, or the header `wandb-api-key`, in this order. It may have any form. An empty text counts
 * as no key, because programs without a key send it.
 */
export function presentedKey(headers: Headers): string | undefined {
  const key = fromAuthorization(headers.get("authorization")) || headers.get("wandb-api-key");
  return key?.trim() || undefined;
}

function fromAuthorization(header: string | null): string | undefined {
  const match = /^\s*(basic|bearer)\s+(\S+)\s*$/i.exec(header ?? "");
  const [, scheme, credentials] = match ?? [];
  if (scheme === undefined || credentials === undefined) return undefined;
  if (scheme.toLowerCase() === "bearer") return credentials;
  const pair = Buffer.from(credentials, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  return colon === -1 ? undefined : pair.slice(colon + 1);
}
