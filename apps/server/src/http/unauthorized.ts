import { Unauthorized } from "@heddle/server-kit";
import { presentedKey } from "../access/credentials.ts";

/** The message for a request without a key. */
export const noKey: string =
  "No API key came with the request: send one as a bearer token, or as the password of Basic " +
  "credentials under any user name.";

const unknownKey =
  "This key is not known here: it belongs to another server, was revoked, or is not whole. Use the " +
  "key that this server printed at its first start, or one that was made for you here.";

/**
 * The refusal of a request without a valid key. A missing key and a wrong key need different
 * remedies, so their messages differ. `missing` replaces the usual message for a missing key.
 */
export function unauthorized(headers: Headers, missing: string = noKey): Unauthorized {
  return new Unauthorized(presentedKey(headers) === undefined ? missing : unknownKey);
}
