import type { Transaction } from "kysely";
import type { Records } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";
import { newestCheckpoint } from "../checkpoints/checkpoints-sql.ts";
import { markRetired } from "../checkpoints/retired-samplers-sql.ts";
import { jobColumns, jobOf } from "./job-rows-sql.ts";
import { type JobMachine, samplerVersionOf, type TrainingJob } from "./training-job.ts";

/** The right of one runner to one job. It ends when another claims the job after `until`. */
export interface Lease {
  readonly id: string;
  readonly until: string;
}

/** What a claim needs. */
export interface Claim {
  readonly lease: Lease;
  /** ISO-8601, UTC. */
  readonly now: string;
  readonly machine: JobMachine;
}

/**
 * Claims the next job, and fixes the checkpoint that it starts from.
 *
 * The next job of a model is the oldest that has not ended, so a model has one writer. Of the models
 * with such a job, the one that has waited longest for a turn is next. A job whose lease has run out
 * is claimed again.
 */
export async function claimJob(
  records: Records,
  { lease, now, machine }: Claim,
): Promise<TrainingJob | undefined> {
  return await records.transaction(async (tx) => {
    const row = await tx
      .updateTable("training_jobs")
      .set((eb) => ({
        status: "running" as const,
        started_at: eb.fn.coalesce("started_at", eb.val(now)),
        recipe: JSON.stringify(machine),
        lease_id: lease.id,
        lease_until: lease.until,
        claims: eb("claims", "+", 1),
        setbacks: eb("setbacks", "+", 1),
      }))
      .where("id", "=", nextJob(tx, now))
      .returning(jobColumns)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const job = jobOf(row);
    await tx
      .updateTable("trained_models")
      .set({ last_turn: now })
      .where("id", "=", job.modelId)
      .execute();
    if (job.claims > 1) {
      // The claim before may have published its weights and not come to recording them.
      const before = samplerVersionOf({ id: job.id, claims: job.claims - 1 });
      await markRetired(tx, job.modelId, [before]);
    }
    return job.startStep === null ? await begun(tx, job) : job;
  });
}

function nextJob(tx: Transaction<Schema>, now: string) {
  return tx
    .selectFrom("training_jobs as job")
    .select("job.id")
    .where("job.status", "in", ["queued", "running"])
    .where("job.not_before", "<=", now)
    .where((eb) => eb.or([eb("job.lease_until", "is", null), eb("job.lease_until", "<", now)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("training_jobs as earlier")
            .select("earlier.id")
            .whereRef("earlier.model_id", "=", "job.model_id")
            .where("earlier.status", "in", ["queued", "running"])
            .whereRef("earlier.position", "<", "job.position"),
        ),
      ),
    )
    .orderBy((eb) =>
      eb.fn.coalesce(
        eb
          .selectFrom("trained_models")
          .select("last_turn")
          .whereRef("trained_models.id", "=", "job.model_id"),
        eb.val(""),
      ),
    )
    .orderBy("job.created_at")
    .orderBy("job.id")
    .limit(1);
}

/** Records that a job starts from the newest checkpoint of now; from the untrained model without one. */
async function begun(tx: Transaction<Schema>, job: TrainingJob): Promise<TrainingJob> {
  const newest = await newestCheckpoint(tx, job.modelId);
  const start = {
    start_step: newest?.step ?? 0,
    start_state: newest?.stateName ?? null,
    start_kind: newest?.jobKind ?? null,
  };
  await tx.updateTable("training_jobs").set(start).where("id", "=", job.id).execute();
  return {
    ...job,
    startStep: start.start_step,
    startState: start.start_state,
    startKind: start.start_kind,
  };
}

/** Renews a lease; false if it is another's now, or the job has ended. */
export async function renewLease(
  records: Records,
  jobId: string,
  { id, until }: Lease,
): Promise<boolean> {
  const { numUpdatedRows } = await records.writing
    .updateTable("training_jobs")
    .set({ lease_until: until })
    .where("id", "=", jobId)
    .where("lease_id", "=", id)
    .where("status", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How a job goes back to the queue. */
export interface Release {
  readonly jobId: string;
  readonly leaseId: string;
  /** No runner claims it before. */
  readonly notBefore: string;
  /** Whether the claim counts as one that got the job no further. */
  readonly isSetback: boolean;
  /** Whether `training_started` was told: such a job goes on running, from the checkpoint it has. */
  readonly hasBegun: boolean;
}

/** Gives a job back. */
export async function releaseJob(
  records: Records,
  { jobId, leaseId, notBefore, isSetback, hasBegun }: Release,
): Promise<void> {
  const waits = {
    status: "queued" as const,
    started_at: null,
    start_step: null,
    start_state: null,
    start_kind: null,
  };
  await records.writing
    .updateTable("training_jobs")
    .set((eb) => ({
      lease_id: null,
      lease_until: null,
      not_before: notBefore,
      setbacks: eb("setbacks", "-", isSetback ? 0 : 1),
      ...(!hasBegun && waits),
    }))
    .where("id", "=", jobId)
    .where("lease_id", "=", leaseId)
    .where("status", "=", "running")
    .execute();
}
