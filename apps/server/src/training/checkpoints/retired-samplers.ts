import { type Engine, EngineError, type SamplerRef } from "@heddle/engine";
import type { Records } from "../../store/records/records.ts";
import { Sweeper } from "../../store/sweeper.ts";
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
export class RetiredSamplers extends Sweeper {
  readonly #options: RetiredSamplersOptions;

  constructor(options: RetiredSamplersOptions) {
    const { log, retryMs = 60_000 } = options;
    const onFailure = (err: unknown): void =>
      log.error({ err }, "weights of deleted checkpoints are still on disk; trying again");
    super({ retryMs, onFailure });
    this.#options = options;
  }

  protected override async sweepOnce(): Promise<boolean> {
    for (;;) {
      const retired = await retiredSamplers(this.#options.records, rowsAtOnce);
      if (retired.length === 0) return true;
      for (const sampler of retired) {
        if (this.isClosed) return false;
        await this.#delete(sampler);
      }
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
