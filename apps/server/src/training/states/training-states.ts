import { type CheckpointRef, type Engine, EngineError } from "@heddle/engine";
import type { Records } from "../../store/records/records.ts";
import { Sweeper } from "../../store/sweeper.ts";
import { forgetUnswept, neededStates, unsweptModels } from "./training-states-sql.ts";

/** What the deletion of training states needs. */
export interface TrainingStatesOptions {
  readonly records: Records;
  readonly engine: Pick<Engine, "listStates" | "deleteState">;
  readonly log: { error(fields: object, message: string): void };
  /** How long to wait after a failure; a minute by default. */
  readonly retryMs?: number;
}

/** More rows wait for the next page. */
const rowsAtOnce = 1_000;

/**
 * Deletes the training states that neither a checkpoint nor an unfinished job needs.
 *
 * The records mark a model in the transaction that gives a state up, so a crash forgets none. A job
 * records the name of a state before it saves it, and a sweep lists the states before it reads which
 * are needed, so it never deletes one that a job is saving.
 */
export class TrainingStates extends Sweeper {
  readonly #options: TrainingStatesOptions;

  constructor(options: TrainingStatesOptions) {
    const { log, retryMs = 60_000 } = options;
    const onFailure = (err: unknown): void =>
      log.error({ err }, "training states that no job needs are still on disk; trying again");
    super({ retryMs, onFailure });
    this.#options = options;
  }

  protected override async sweepOnce(): Promise<boolean> {
    const { records } = this.#options;
    for (let after = ""; ;) {
      const marked = await unsweptModels(records, after, rowsAtOnce);
      const last = marked.at(-1);
      if (last === undefined) return true;
      for (const model of marked) {
        if (this.isClosed) return false;
        await this.#deleteUnneeded(model.modelKey);
        await forgetUnswept(records, model);
      }
      after = last.modelKey;
    }
  }

  async #deleteUnneeded(modelKey: string): Promise<void> {
    const { records, engine } = this.#options;
    const states = await engine.listStates(modelKey);
    if (states.length === 0) return;
    const needed = await neededStates(records, modelKey);
    for (const state of states) if (!needed.has(state.name)) await this.#delete(state);
  }

  async #delete(state: CheckpointRef): Promise<void> {
    await this.#options.engine.deleteState(state).catch((error: unknown) => {
      if (!(error instanceof EngineError) || error.kind !== "not_found") throw error;
    });
  }
}
