import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** The parts of a key that the records store. */
export interface KeyHash {
  /** The start of the hash. It finds the row, and names the key in lists and logs. */
  readonly id: string;
  /** SHA-256 of the key in hex. A key has 238 random bits, so nothing slower is needed. */
  readonly hash: string;
}

/**
 * A new key: `hd-` and 40 random letters and digits. The `wandb` library before 0.22 logs in only
 * with a key that has 40 characters, or 40 behind its first dash.
 */
export function mintKey(): string {
  let random = "";
  while (random.length < 40) {
    random += randomBytes(32).toString("base64url").replaceAll(/[-_]/g, "");
  }
  return `hd-${random.slice(0, 40)}`;
}

/** Whether a text has the form of a key. The first keys had no `hd-`, but as many characters. */
export function isKeyShaped(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** The stored parts of a key, which also find its row. */
export function hashKey(key: string): KeyHash {
  const hash = createHash("sha256").update(key).digest("hex");
  return { id: hash.slice(0, 12), hash };
}

/** Compares two hashes in constant time, so that the duration reveals nothing about them. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, "hex"), Buffer.from(other, "hex")];
  return a.length === b.length && timingSafeEqual(a, b);
}
