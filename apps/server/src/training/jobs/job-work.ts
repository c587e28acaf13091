import type { Engine, ModelHandle } from "@heddle/engine";

/** Metrics of one optimizer step, by name: finite numbers only, since clients convert each with `float()`. */
export type StepMetrics = Readonly<Record<string, number>>;

/** What a job may use while it runs. */
export interface WorkContext {
  readonly engine: Engine;
  /** The open writer of the job's model, at the weights that the job starts from. */
  readonly handle: ModelHandle;
  /** Aborted when the job is cancelled, loses its lease or the server stops. */
  readonly signal: AbortSignal;
}

/**
 * The work of one training job, whatever its kind: optimizer steps in order. The runner owns the queue, the lease,
 * events, checkpoints and recovery; the work owns what a step computes. The same input and the same weights give the
 * same steps, so a job that was cut off runs again from where its model's state was saved.
 */
export interface JobWork {
  /** Steps the job announces in `training_started`; 0 for a job that has nothing to learn. */
  readonly sequences: number;
  /** Optimizer steps there are to take. */
  readonly steps: number;
  /** Takes step `index` (from 0): accumulates, steps the optimizer, and says what it measured. */
  takeStep(index: number, context: WorkContext): Promise<StepMetrics>;
  /** Metrics for the checkpoint, from those of all steps. */
  summary(steps: readonly StepMetrics[]): StepMetrics;
  /** What whoever sent the job should know, from its summary. */
  warnings?(summary: StepMetrics): readonly string[];
}

/** Makes the work of a job of one kind. Throws `JobFailure` when the input cannot be trained on. */
export type PrepareWork<Input> = (input: Input, context: WorkContext) => Promise<JobWork>;

/** The job cannot succeed, and why, in words for the person who sent it: the message of `training_failed`. */
export class JobFailure extends Error {}
