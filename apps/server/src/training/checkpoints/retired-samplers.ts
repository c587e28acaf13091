import { type Engine, EngineError, type SamplerRef } from "@heddle/engine";
import type { Records } from "../../store/records/records.ts";
import { forgetRetired, retiredSamplers } from "./retired-samplers-sql.ts";

/** What the deletion of published weights needs. */
export interface RetiredSamplersOptions {
  readonly records: Records;
  readonly engine: Pick<Engine, "retire">;
  readonly log: { error(fields: object, message: string): void };
  /** How long to wait after a failure; a minute by default. */
  readonly retryMs?: number;
}

/** More rows wait for the next round. */
const rowsAtOnce = 1_000;

/**
 * Deletes the published weights of deleted checkpoints.
 *
 * The records mark them in the transaction that deletes the checkpoints, so a crash forgets none:
 * the next start goes on. A request that samples from them finishes.
 */
export class RetiredSamplers {
  readonly #options: RetiredSamplersOptions;
  #round: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: RetiredSamplersOptions) {
    this.#options = options;
  }

  /** Begins to delete what is marked; `settled` says when that is done. */
  sweep(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#round = this.#round.then(() => this.#sweep());
  }

  /** Resolves when the deletions that have begun are over. */
  async settled(): Promise<void> {
    await this.#round;
  }

  /** Lets the deletion under way finish; the next start goes on with the others. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#round;
  }

  async #sweep(): Promise<void> {
    const { records, log, retryMs = 60_000 } = this.#options;
    try {
      for (;;) {
        const retired = await retiredSamplers(records, rowsAtOnce);
        if (retired.length === 0) return;
        for (const sampler of retired) {
          if (this.#isClosed) return;
          await this.#delete(sampler);
        }
      }
    } catch (err) {
      log.error({ err }, "weights of deleted checkpoints are still on disk; trying again");
      this.#timer = setTimeout(() => this.sweep(), retryMs);
      this.#timer.unref();
    }
  }

  async #delete(sampler: SamplerRef): Promise<void> {
    const { records, engine } = this.#options;
    await engine.retire(sampler).catch((error: unknown) => {
      // A crash came between this and the row.
      if (!(error instanceof EngineError) || error.kind !== "not_found") throw error;
    });
    await forgetRetired(records, sampler);
  }
}
