import { createHash, hash } from "node:crypto";

/** Row digests that one step hashes. */
const digestsAtOnce = 1_000;

/** The digest of objects, table rows and files: 43 alphanumeric characters of SHA-256. */
export function digestOf(content: string | Uint8Array): string {
  return digestText(hash("sha256", content, "base64url"));
}

/** Turns a SHA-256 in base64url into the spelling of digests. */
export function digestText(base64url: string): string {
  return base64url.replace(/-/g, "X").replace(/_/g, "Y");
}

/** The digest of a table: SHA-256 in hexadecimal over its row digests in order. */
export function tableDigest(rowDigests: readonly string[]): string {
  const sum = createHash("sha256");
  for (let from = 0; from < rowDigests.length; from += digestsAtOnce) {
    sum.update(rowDigests.slice(from, from + digestsAtOnce).join(""), "ascii");
  }
  return sum.digest("hex");
}

/** Whether a text has the shape of a digest, and so cannot be an alias. */
export function isContentHash(text: string): boolean {
  return /^[0-9A-Za-z]{43}$|^[0-9A-Fa-f]{64}$/.test(text);
}

/** Whether a text names a version by its index: `v0`, `v12`. */
export function isVersion(text: string): boolean {
  return /^v[0-9]+$/.test(text);
}
