import type { Blobs } from "../../store/blobs/blobs.ts";
import type { Records } from "../../store/records/records.ts";
import { Sweeper } from "../../store/sweeper.ts";
import type { GroupPart } from "./group-part.ts";
import { readFileIndex } from "./read-file-index.ts";
import { recordRead, type UnreadFile, unreadFiles } from "./unread-files-sql.ts";

/** What the reading of older files needs. */
export interface UnreadFilesOptions {
  readonly records: Records;
  readonly blobs: Pick<Blobs, "open">;
  readonly log: { error(fields: object, message: string): void };
  /** How long to wait before another try, in ms; by default a minute. */
  readonly retryMs?: number;
}

const defaultRetryMs = 60_000;
/** More files wait for the next read of the records. */
const filesAtOnce = 100;

/**
 * Records the groups of the trajectories that an older release kept: it had files alone, and lists go by the
 * records. Each file is recorded in one transaction, so the next start goes on with the others.
 */
export class UnreadFiles extends Sweeper {
  readonly #options: UnreadFilesOptions;
  readonly #closing = new AbortController();

  constructor(options: UnreadFilesOptions) {
    const { log, retryMs = defaultRetryMs } = options;
    const onFailure = (err: unknown): void =>
      log.error({ err }, "the list of unread trajectories is not worked off; trying again");
    super({ retryMs, onFailure });
    this.#options = options;
  }

  /** Ends the reading of a file in the middle; the next start reads it again. */
  override async close(): Promise<void> {
    this.#closing.abort();
    await super.close();
  }

  protected override async sweepOnce(): Promise<boolean> {
    const { records } = this.#options;
    let areAllRead = true;
    for (let after = ""; !this.isClosed;) {
      const files = await unreadFiles(records, after, filesAtOnce);
      if (files.length === 0) return areAllRead;
      for (const file of files) {
        const parts = await this.#partsOf(file).catch((error: unknown) =>
          this.#failed(file, error),
        );
        if (this.isClosed) return false;
        if (parts === undefined) areAllRead = false;
        else await recordRead(records, file.id, parts);
      }
      after = files.at(-1)?.id ?? after;
    }
    return false;
  }

  /** A file that cannot be read now holds up no other. */
  #failed({ id: file, digest }: UnreadFile, err: unknown): undefined {
    const message = "trajectories of an older release are not read; trying again";
    if (!this.isClosed) this.#options.log.error({ err, file, digest }, message);
  }

  /** None for a file that is gone or broken: it would hold up the lists of its model for ever. */
  async #partsOf({ id, digest }: UnreadFile): Promise<readonly GroupPart[]> {
    const { blobs, log } = this.#options;
    const blob = await blobs.open(digest, this.#closing.signal);
    try {
      if (blob !== undefined) return await readFileIndex(blob.stream);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    log.error({ file: id, digest }, "a file of trajectories cannot be read; lists leave it out");
    return [];
  }
}
