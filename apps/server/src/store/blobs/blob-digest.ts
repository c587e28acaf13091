import type { Hash } from "node:crypto";

/** The name of a blob: the digest of a finished SHA-256 as 43 letters and digits. */
export function blobDigest(hash: Hash): string {
  // Not url-safe base64, because SDKs compute this digest themselves, with X and Y.
  return hash.digest("base64").replaceAll("+", "X").replaceAll("/", "Y").replace("=", "");
}

/** Whether a text can be a blob's digest. Only such texts may become part of a path. */
export function isBlobDigest(text: string): boolean {
  return /^[A-Za-z0-9]{43}$/.test(text);
}
