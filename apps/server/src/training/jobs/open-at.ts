import type { CallOptions, Engine, ModelHandle } from "@heddle/engine";
import { adapterShape } from "./adapter-shape.ts";
import { JobFailure } from "./job-work.ts";
import type { TrainingJob } from "./training-job.ts";

/**
 * Opens the model of a job at the checkpoint that the job starts from. The optimizer goes on where
 * the last job of the same kind left it, and begins anew after one of the other kind: its averages
 * are of other gradients.
 *
 * @throws JobFailure if the checkpoint has no training state; and what the engine throws
 */
export async function openAtStart(
  engine: Engine,
  job: TrainingJob,
  options: CallOptions,
): Promise<ModelHandle> {
  if (job.startState === null && (job.startStep ?? 0) > 0) {
    throw new JobFailure(
      `Step ${job.startStep} has no training state, so no job can start from it. Delete it to start ` +
        "from the step before.",
    );
  }
  const withOptimizer = job.startKind === job.kind;
  return await openAt(engine, job, { state: job.startState, withOptimizer }, options);
}

/** Opens the model of a job at the last state that the job has saved itself. */
export async function openAtSaved(
  engine: Engine,
  job: TrainingJob,
  state: string,
  options: CallOptions,
): Promise<ModelHandle> {
  return await openAt(engine, job, { state, withOptimizer: true }, options);
}

interface Place {
  /** null for a fresh adapter. */
  readonly state: string | null;
  readonly withOptimizer: boolean;
}

async function openAt(
  engine: Engine,
  { modelId: modelKey, baseId: baseModel }: TrainingJob,
  { state, withOptimizer }: Place,
  options: CallOptions,
): Promise<ModelHandle> {
  const opening = { modelKey, baseModel, lora: adapterShape };
  if (state === null) return await engine.openModel(opening, options);
  const from = { kind: "checkpoint", modelKey, name: state } as const;
  return await engine.openModel({ ...opening, resume: { from, withOptimizer } }, options);
}
