import type { Principal } from "../../access/principal.ts";

/**
 * The principal that a bearer token names: a key and an entity of the same name. Null for `Bearer
 * wrong`.
 */
export async function keyedPrincipals(headers: Headers): Promise<Principal | null> {
  const name = /^Bearer (\w+)$/.exec(headers.get("authorization") ?? "")?.[1];
  if (name === undefined || name === "wrong") return null;
  return { keyId: name, entity: name, role: "write", userName: name };
}
