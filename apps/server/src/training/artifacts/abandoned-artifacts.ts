import type { Records } from "../../store/records/records.ts";
import { Sweeper } from "../../store/sweeper.ts";
import { abandon, pendingSince } from "./abandoned-artifacts-sql.ts";

/** What the deletion of uploads that nobody finished needs. */
export interface AbandonedArtifactsOptions {
  readonly records: Records;
  readonly log: {
    info(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  /** How long after its begin a version may still be committed, in ms. */
  readonly pendingMs: number;
  /** Called after blobs were marked for deletion. */
  readonly onDoomed: () => void;
  readonly now: () => Date;
  /** How long to wait before the next look, in ms; by default an hour. */
  readonly retryMs?: number;
}

const defaultRetryMs = 60 * 60 * 1000;
/** More wait for the next read. */
const atOnce = 100;

/** Deletes versions of artifacts that were begun and not committed in time, with their files. */
export class AbandonedArtifacts extends Sweeper {
  readonly #options: AbandonedArtifactsOptions;

  constructor(options: AbandonedArtifactsOptions) {
    const { log, retryMs = defaultRetryMs } = options;
    const onFailure = (err: unknown): void =>
      log.error({ err }, "artifacts that were never committed are still there; trying again");
    super({ retryMs, onFailure });
    this.#options = options;
  }

  protected override async sweepOnce(): Promise<boolean> {
    const { records, log, pendingMs, onDoomed, now } = this.#options;
    const before = new Date(now().getTime() - pendingMs).toISOString();
    for (let ids; (ids = await pendingSince(records, before, atOnce)).length > 0;) {
      for (const id of ids) {
        if (this.isClosed) return false;
        await records.transaction((tx) => abandon(tx, id));
        log.info({ artifact: id }, "deleted an artifact that was never committed");
      }
      onDoomed();
    }
    // Time goes on, and makes others old.
    return false;
  }
}
