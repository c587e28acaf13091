import type { Blobs } from "../blobs/blobs.ts";
import type { Records } from "../records/records.ts";
import { Sweeper } from "../sweeper.ts";
import { doomedBlobs, forgetDoomed, isNamed } from "./doomed-blobs-sql.ts";

/** What the deletion of blobs needs. */
export interface DoomedBlobsOptions {
  readonly records: Records;
  readonly blobs: Pick<Blobs, "delete">;
  readonly log: { error(fields: object, message: string): void };
  /**
   * How long a content stays after it was last stored, in ms; by default two hours, longer than
   * any request takes between storing a content and recording it.
   */
  readonly unusedMs?: number;
  /** How long to wait before another try, in ms; by default ten minutes. */
  readonly retryMs?: number;
}

const defaultUnusedMs = 2 * 60 * 60 * 1000;
const defaultRetryMs = 10 * 60 * 1000;
/** More marks wait for the next read. */
const marksAtOnce = 1_000;

/**
 * Deletes contents that no row names any more.
 *
 * The transaction that deletes the last row marks the content. Here it goes in this order: look for
 * rows that name it, delete the file, take the mark away. A crash between two of them leaves the
 * mark, and the next start goes on. Whoever stores the same content meanwhile makes it young again,
 * and a young content stays until it is clear whether a row names it.
 */
export class DoomedBlobs extends Sweeper {
  readonly #options: DoomedBlobsOptions;

  constructor(options: DoomedBlobsOptions) {
    const { log, retryMs = defaultRetryMs } = options;
    const onFailure = (err: unknown): void =>
      log.error({ err }, "contents without a row are still on disk; trying again");
    super({ retryMs, onFailure });
    this.#options = options;
  }

  protected override async sweepOnce(): Promise<boolean> {
    const { records } = this.#options;
    let areAllGone = true;
    for (let after = ""; !this.isClosed;) {
      const marked = await doomedBlobs(records, after, marksAtOnce);
      if (marked.length === 0) return areAllGone;
      for (const digest of marked) {
        if (this.isClosed) return false;
        areAllGone = (await this.#delete(digest)) && areAllGone;
      }
      after = marked.at(-1) ?? after;
    }
    return false;
  }

  async #delete(digest: string): Promise<boolean> {
    const { records, blobs, unusedMs = defaultUnusedMs } = this.#options;
    const stays = await isNamed(records.reading(undefined), digest);
    if (!stays && !(await blobs.delete(digest, unusedMs))) return false;
    await forgetDoomed(records, digest);
    return true;
  }
}
