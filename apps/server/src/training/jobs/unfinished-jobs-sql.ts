import type { Transaction } from "kysely";
import { Contradiction } from "../../refusals/refusal.ts";
import type { Schema } from "../../store/records/schema.ts";
import { markRetired } from "../checkpoints/retired-samplers-sql.ts";
import { markUnswept } from "../states/training-states-sql.ts";
import { insertEvent } from "./job-events-sql.ts";
import { samplerVersionOf } from "./training-job.ts";

/** A running job starts from a checkpoint that somebody wants to delete. */
export class StepInUse extends Contradiction {
  constructor(step: number) {
    super(
      `A running training job starts from step ${step}. Wait for the job to end, or cancel it, ` +
        "and delete the step then. Nothing was deleted.",
    );
  }
}

/** A job that has not ended is held near to a checkpoint that somebody wants to delete. */
export class ReferenceInUse extends Contradiction {
  constructor(step: number, status: "queued" | "running") {
    super(
      `A ${status} training job has step ${step} as its KL reference. Wait for the job to end, or ` +
        "cancel it, and delete the step then. Nothing was deleted.",
    );
  }
}

/**
 * Refuses steps that a running job starts from, and those that a job that waits or runs has as its
 * reference. Step 0 is no such reference: the base model is the same, and stays.
 *
 * @throws StepInUse, ReferenceInUse
 */
export async function refuseStepsInUse(
  tx: Transaction<Schema>,
  modelId: string,
  steps: ReadonlySet<number>,
): Promise<void> {
  const unfinished = await tx
    .selectFrom("training_jobs")
    .select(["status", "start_step", "reference_step", "reference_lag"])
    .where("model_id", "=", modelId)
    .where("status", "in", ["queued", "running"])
    .execute();
  for (const { status, start_step: start, reference_step, reference_lag: lag } of unfinished) {
    const isRunning = status === "running";
    if (isRunning && start !== null && steps.has(start)) throw new StepInUse(start);
    // The step that a waiting job will start from is not known yet.
    const lagged = isRunning && start !== null && lag !== null ? start - lag : 0;
    const reference = reference_step ?? lagged;
    if (reference > 0 && steps.has(reference)) {
      throw new ReferenceInUse(reference, isRunning ? "running" : "queued");
    }
  }
}

/** Which jobs fail: one job, in the hands of one lease or of any, or all of a model. */
export type JobsToFail =
  | { readonly jobId: string; readonly leaseId?: string }
  | { readonly modelId: string };

/**
 * Ends jobs that wait or run, with `training_failed` as their last event. Returns the ids of those
 * that ended just now.
 */
export async function failJobs(
  tx: Transaction<Schema>,
  which: JobsToFail,
  message: string,
  now: Date,
): Promise<readonly string[]> {
  const createdAt = now.toISOString();
  let update = tx
    .updateTable("training_jobs")
    .set({
      status: "failed",
      error: message,
      finished_at: createdAt,
      lease_id: null,
      lease_until: null,
      saving_state: null,
      saved_state: null,
    })
    .where("status", "in", ["queued", "running"]);
  if ("modelId" in which) update = update.where("model_id", "=", which.modelId);
  else update = update.where("id", "=", which.jobId);
  if ("leaseId" in which) update = update.where("lease_id", "=", which.leaseId);
  const failed = await update
    .returning(["id", "model_id as modelId", "claims", "num_steps", "done_steps"])
    .execute();
  for (const job of failed) {
    const position = job.num_steps === null ? 0 : job.done_steps + 1;
    const event = { type: "training_failed" as const, position, createdAt };
    await insertEvent(tx, { ...event, jobId: job.id, data: { error_message: message } });
    if (job.claims === 0) continue;
    await markRetired(tx, job.modelId, [samplerVersionOf(job)]);
    await markUnswept(tx, job.modelId);
  }
  return failed.map(({ id }) => id);
}
