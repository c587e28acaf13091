import { createHash } from "node:crypto";
import { canonical, storedText } from "./canonical.ts";
import type { JsonNode } from "./json.ts";

/** A value as it is stored, and its name by content. */
export interface Content {
  /** Canonical text, valid JSON. */
  readonly text: string;
  readonly digest: string;
}

/** The digest of objects, table rows and files: 43 alphanumeric characters of SHA-256. */
export function digestOf(content: string | Uint8Array): string {
  return createHash("sha256")
    .update(content)
    .digest("base64url")
    .replace(/-/g, "X")
    .replace(/_/g, "Y");
}

/** The text under which a value is stored, with the digest of its canonical text. */
export function contentOf(node: JsonNode): Content {
  const text = canonical(node);
  return { text: storedText(node, text), digest: digestOf(text) };
}

/** The digest of a table: SHA-256 in hexadecimal over its row digests in order. */
export function tableDigest(rowDigests: Iterable<string>): string {
  const hash = createHash("sha256");
  for (const digest of rowDigests) hash.update(digest, "ascii");
  return hash.digest("hex");
}

/** Whether a text has the shape of a digest, and so cannot be an alias. */
export function isContentHash(text: string): boolean {
  return /^[0-9A-Za-z]{43}$|^[0-9A-Fa-f]{64}$/.test(text);
}

/** Whether a text names a version by its index: `v0`, `v12`. */
export function isVersion(text: string): boolean {
  return /^v[0-9]+$/.test(text);
}
