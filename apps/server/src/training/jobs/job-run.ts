import { type Engine, EngineError, type ModelHandle } from "@heddle/engine";
import type { Records } from "../../store/records/records.ts";
import type { Checkpoints } from "../checkpoints/checkpoints.ts";
import { finiteMetrics } from "./finite-metrics.ts";
import { metricsOfSteps } from "./job-events-sql.ts";
import type { JobJournal } from "./job-journal-sql.ts";
import type { JobKind } from "./job-kind.ts";
import type { JobWork, StepMetrics, WorkContext } from "./job-work.ts";
import { openAtSaved, openAtStart } from "./open-at.ts";
import { samplerVersionOf, type TrainingJob } from "./training-job.ts";

/** What the run of a job stands on. */
export interface JobRunParts {
  readonly records: Records;
  readonly engine: Engine;
  readonly checkpoints: Checkpoints;
  /** A job that has run so long since it last saved its state saves it again. */
  readonly saveEveryMs: number;
  readonly nowMs: () => number;
}

/**
 * One claim of a job, from the opening of its model to its checkpoint.
 *
 * The steps of a job are the same each time, so a claim after a crash goes on from the last state
 * that an earlier one saved, and ends in the same weights.
 */
export class JobRun {
  readonly #parts: JobRunParts;
  readonly #job: TrainingJob;
  readonly #journal: JobJournal;
  readonly #signal: AbortSignal;
  #handle: ModelHandle | undefined;
  #hasBegun: boolean;
  #savedAtMs: number;
  #hasSaved = false;

  constructor(parts: JobRunParts, job: TrainingJob, journal: JobJournal, signal: AbortSignal) {
    this.#parts = parts;
    this.#job = job;
    this.#journal = journal;
    this.#signal = signal;
    this.#hasBegun = job.numSteps !== null;
    this.#savedAtMs = parts.nowMs();
  }

  /** Whether `training_started` was told. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Claims that got the job no further, this one included. */
  get setbacks(): number {
    return this.#hasSaved ? 1 : this.#job.setbacks;
  }

  /**
   * Runs the job to its checkpoint.
   *
   * @throws JobFailure, LeaseLost, EngineError, StoreError
   */
  async run(kind: JobKind): Promise<void> {
    try {
      const work = await this.#prepare(kind);
      const metrics = await this.#takeSteps(work);
      const state = await this.#save(work.steps);
      await this.#publish(work, metrics, state);
    } finally {
      await this.#close();
    }
  }

  async #prepare(kind: JobKind): Promise<JobWork> {
    const { engine } = this.#parts;
    const options = { signal: this.#signal };
    const { savedState } = this.#job;
    this.#handle = await openAtStart(engine, this.#job, options);
    // Also where a state was saved: the work may depend on the weights that the job starts from.
    const stored = { job: this.#job, journal: this.#journal };
    const work = await kind.prepare(stored, this.#context(this.#handle));
    if (!this.#hasBegun) {
      await this.#journal.started(work.sequences);
      this.#hasBegun = true;
    }
    if (savedState !== null) {
      await this.#close();
      this.#handle = await openAtSaved(engine, this.#job, savedState, options);
    }
    return work;
  }

  async #takeSteps(work: JobWork): Promise<readonly StepMetrics[]> {
    const { records, saveEveryMs, nowMs } = this.#parts;
    const { id, doneSteps, savedSteps } = this.#job;
    const metrics = [...(await metricsOfSteps(records.reading(this.#signal), id, savedSteps))];
    for (let index = savedSteps; index < work.steps; index++) {
      const context = this.#context(this.#opened());
      const taken = finiteMetrics(await work.takeStep(index, context), index + 1);
      this.#signal.throwIfAborted();
      metrics.push(taken);
      // The steps that an earlier claim told are told.
      if (index >= doneSteps) await this.#journal.stepped(index + 1, taken);
      const isLast = index + 1 === work.steps;
      if (!isLast && nowMs() - this.#savedAtMs >= saveEveryMs) await this.#save(index + 1);
    }
    return metrics;
  }

  /** Saves the training state after some steps, unless it is the one that the job went on from. */
  async #save(steps: number): Promise<string> {
    const { id, claims, savedState, savedSteps } = this.#job;
    if (savedState !== null && savedSteps === steps) return savedState;
    const name = `${id}-${claims}-${steps}`;
    await this.#journal.saving(name);
    await this.#parts.engine.saveState(this.#opened(), name, { signal: this.#signal });
    await this.#journal.saved(name, steps);
    this.#hasSaved = true;
    this.#savedAtMs = this.#parts.nowMs();
    return name;
  }

  async #publish(work: JobWork, steps: readonly StepMetrics[], stateName: string): Promise<void> {
    const { engine, checkpoints } = this.#parts;
    const samplerVersion = samplerVersionOf(this.#job);
    const metrics = finiteMetrics(work.summary(steps), work.steps);
    await engine.publish(this.#opened(), samplerVersion, { signal: this.#signal });
    const { modelId, kind: jobKind } = this.#job;
    const next = { samplerVersion, stateName, jobKind, metrics };
    // From here on the step answers, and only then its end is told.
    const warnings = work.warnings?.(metrics) ?? [];
    await checkpoints.add(modelId, next, (tx, added) => this.#journal.ended(tx, added, warnings));
  }

  #context(handle: ModelHandle): WorkContext {
    return { engine: this.#parts.engine, handle, signal: this.#signal };
  }

  #opened(): ModelHandle {
    if (this.#handle === undefined) throw new Error("The model of the job is not open.");
    return this.#handle;
  }

  async #close(): Promise<void> {
    const handle = this.#handle;
    if (handle === undefined) return;
    this.#handle = undefined;
    // Without the job's signal: a job that was stopped leaves its model closed, too.
    await this.#parts.engine.close(handle).catch((error: unknown) => {
      const isGone =
        error instanceof EngineError && ["model_lost", "unavailable"].includes(error.kind);
      if (!isGone) throw error;
    });
  }
}
