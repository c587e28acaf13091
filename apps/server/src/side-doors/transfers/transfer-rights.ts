import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Principal } from "../../access/principal.ts";
import type { Records } from "../../store/records/records.ts";
import { signingKey } from "./signing-key-sql.ts";

/** What an address lets its holder do, until when. */
export interface TransferRight {
  /** What may be done with the address. */
  readonly kind: "put-file" | "put-manifest" | "get-file" | "get-manifest";
  readonly artifactId: string;
  /** Of the file. */
  readonly path?: string | undefined;
  /** MD5 of the bytes that may be put, in base64: no others, so no more than these. */
  readonly md5?: string | undefined;
  /** The key that asked for the address; the address ends with it. */
  readonly keyId: string;
  readonly expiresAtMs: number;
}

const Right: z.ZodType<TransferRight> = z.object({
  kind: z.enum(["put-file", "put-manifest", "get-file", "get-manifest"]),
  artifactId: z.string(),
  path: z.string().optional(),
  md5: z.string().optional(),
  keyId: z.string(),
  expiresAtMs: z.number(),
});

/** The first part of the path of these addresses. */
export const transfersSegment = "artifact-transfers";

/** What rights stand on. */
export interface TransferRightsOptions {
  readonly records: Records;
  /** The principal of a key that still works. */
  readonly principalOf: (keyId: string) => Promise<Principal | undefined>;
  readonly nowMs?: () => number;
}

/** How long an address works: long enough for a large file that waits behind others. */
export const rightLastsMs: number = 60 * 60 * 1000;

/**
 * Addresses that carry their own right, for programs that send no key with the bytes of a file. One
 * is bound to one file, expires, and ends with the key that it was made for.
 */
export class TransferRights {
  readonly #options: TransferRightsOptions;
  readonly #nowMs: () => number;
  #secret: Promise<Buffer> | undefined;

  constructor(options: TransferRightsOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
  }

  /** The path of an address with a right. */
  async pathFor(right: Omit<TransferRight, "expiresAtMs">): Promise<string> {
    const expiresAtMs = this.#nowMs() + rightLastsMs;
    const text = Buffer.from(JSON.stringify({ ...right, expiresAtMs })).toString("base64url");
    return `/${transfersSegment}/${text}.${(await this.#signature(text)).toString("base64url")}`;
  }

  /** The right in a path; undefined if it is none of ours, or no longer one. */
  async inPath(path: string): Promise<TransferRight | undefined> {
    const [, segment, token = "", ...rest] = path.split("/");
    if (segment !== transfersSegment || rest.length > 0) return undefined;
    const [text = "", signature = "", ...more] = token.split(".");
    if (more.length > 0) return undefined;
    const expected = await this.#signature(text);
    const found = Buffer.from(signature, "base64url");
    if (found.length !== expected.length || !timingSafeEqual(found, expected)) return undefined;
    const right = Right.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    return right.expiresAtMs > this.#nowMs() ? right : undefined;
  }

  /** The principal of the key that an address was made for; undefined without a right. */
  async principalIn(path: string): Promise<Principal | undefined> {
    if (!path.startsWith(`/${transfersSegment}/`)) return undefined;
    const right = await this.inPath(path);
    return right && (await this.#options.principalOf(right.keyId));
  }

  async #signature(text: string): Promise<Buffer> {
    this.#secret ??= signingKey(this.#options.records, "transfers", randomBytes(32)).catch(
      (error: unknown) => {
        // The next use asks the store again.
        this.#secret = undefined;
        throw error;
      },
    );
    return createHmac("sha256", await this.#secret)
      .update(text)
      .digest();
  }
}
