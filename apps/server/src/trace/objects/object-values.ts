import { currentRequest } from "../../budgets/current-request.ts";
import type { Blobs } from "../../store/blobs/blobs.ts";
import type { StoredValue } from "./version-rows-sql.ts";

/** Longer texts are stored as blobs: such long rows would make every list of objects slow. */
const maxTextInRow = 256 * 1024;

/** Stores the texts of values: short texts in the row, long texts as blobs. */
export class ObjectValues {
  readonly #blobs: Blobs;

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  /** Stores a long text as a blob, and returns the members for the row. */
  async keep(text: string): Promise<StoredValue> {
    // Canonical text is ASCII: its length is its size in bytes.
    if (text.length <= maxTextInRow) return { val: text, val_blob: null };
    const { digest } = await this.#blobs.put(Buffer.from(text, "latin1"));
    return { val: null, val_blob: digest };
  }

  /** The text of a value. Before it reads a long text, it counts it for the request. */
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
