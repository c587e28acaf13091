import { currentRequest } from "../../budgets/current-request.ts";
import type { Blobs } from "../../store/blobs/blobs.ts";
import type { StoredValue } from "./version-rows-sql.ts";

/** Longer texts go to the blobs: rows of that size would make every list of objects slow. */
const maxTextInRow = 256 * 1024;

/** Where the texts of values are kept: short ones in the row, long ones in the blobs. */
export class ObjectValues {
  readonly #blobs: Blobs;

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  /** Makes a long text durable, and says what the row is to hold. */
  async keep(text: string): Promise<StoredValue> {
    // Canonical text is ASCII: its length is its size in bytes.
    if (text.length <= maxTextInRow) return { val: text, val_blob: null };
    const { digest } = await this.#blobs.put(Buffer.from(text, "latin1"));
    return { val: null, val_blob: digest };
  }

  /** The text of a value, counted among what the request holds before a long one is read. */
  async text(stored: StoredValue, signal: AbortSignal): Promise<string> {
    if (stored.val !== null) {
      currentRequest()?.hold(stored.val.length);
      return stored.val;
    }
    const digest = stored.val_blob;
    const blob = digest === null ? undefined : await this.#blobs.open(digest, signal);
    if (blob === undefined) throw new Error(`The blob ${digest} of a value is missing.`);
    currentRequest()?.hold(blob.size);
    const chunks: Uint8Array[] = [];
    for await (const chunk of blob.stream) chunks.push(chunk);
    return Buffer.concat(chunks).toString("latin1");
  }
}
