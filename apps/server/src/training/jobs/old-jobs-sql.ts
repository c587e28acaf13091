import type { Transaction } from "kysely";
import { doomBlobs } from "../../store/doomed-blobs/doomed-blobs-sql.ts";
import type { Schema } from "../../store/records/schema.ts";

/** How long the jobs of a deleted model stay, in ms: 30 days. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Forgets the jobs, with their events, of models that were deleted so long ago that nobody asks any more.
 * Their inputs went with the models.
 */
export async function forgetOldJobs(tx: Transaction<Schema>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs).toISOString();
  const old = tx
    .selectFrom("training_jobs")
    .select("id")
    .where("status", "in", ["succeeded", "failed"])
    .where("finished_at", "<", before)
    .where("model_id", "not in", tx.selectFrom("trained_models").select("id"));
  await tx.deleteFrom("training_events").where("job_id", "in", old).execute();
  await tx.deleteFrom("training_jobs").where("id", "in", old).execute();
}

/**
 * Marks the inputs and the examples of the jobs of a deleted model for deletion. The records of the jobs
 * stay for a while and tell the digests.
 */
export async function doomJobInputs(tx: Transaction<Schema>, modelId: string): Promise<void> {
  const jobs = await tx
    .selectFrom("training_jobs")
    .select(["input_digest", "data_digest"])
    .where("model_id", "=", modelId)
    .execute();
  const digests = jobs.flatMap((job) => [job.input_digest, job.data_digest]);
  await doomBlobs(
    tx,
    digests.filter((digest) => digest !== null),
  );
}
