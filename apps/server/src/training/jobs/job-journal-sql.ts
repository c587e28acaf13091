import type { Transaction } from "kysely";
import type { Records } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";
import type { TrainingJobsTable } from "../../store/records/training-schema.ts";
import type { Checkpoint } from "../checkpoints/checkpoint.ts";
import { markUnswept } from "../states/training-states-sql.ts";
import { insertEvent } from "./job-events-sql.ts";
import type { StepMetrics } from "./job-work.ts";

/** The job has ended, or another runner has it: whoever held this lease must stop. */
export class LeaseLost extends Error {
  constructor() {
    super("The job has ended, or another runner has claimed it.");
    this.name = "LeaseLost";
  }
}

/** A job under the lease of one runner. */
export interface HeldJob {
  readonly id: string;
  readonly modelId: string;
  readonly leaseId: string;
}

type Change = Partial<Omit<TrainingJobsTable, "id">>;

/** What a runner records of its job. Everything fails with `LeaseLost` once the job is no longer its own. */
export class JobJournal {
  readonly #records: Records;
  readonly #job: HeldJob;
  readonly #now: () => Date;

  constructor(records: Records, job: HeldJob, now: () => Date) {
    this.#records = records;
    this.#job = job;
    this.#now = now;
  }

  /** The job has begun, and will take so many steps. */
  async started(sequences: number): Promise<void> {
    await this.#change({ num_steps: sequences }, async (tx, createdAt) => {
      const data = { num_sequences: sequences };
      const event = { type: "training_started" as const, position: 0, data, createdAt };
      await insertEvent(tx, { ...event, jobId: this.#job.id });
    });
  }

  /** A step is done, counted from 1. */
  async stepped(done: number, metrics: StepMetrics): Promise<void> {
    await this.#change({ done_steps: done }, async (tx, createdAt) => {
      const event = { type: "gradient_step" as const, position: done, data: metrics, createdAt };
      await insertEvent(tx, { ...event, jobId: this.#job.id });
    });
  }

  /** The blob with the examples of the job. */
  async keptData(digest: string): Promise<void> {
    await this.#change({ data_digest: digest });
  }

  /** A training state is about to be saved: from now on no sweep deletes it. */
  async saving(name: string): Promise<void> {
    await this.#change({ saving_state: name });
  }

  /** It is saved, and contains so many steps. The state before it is no longer needed. */
  async saved(name: string, steps: number): Promise<void> {
    // The claim that is under way is the only one since then.
    const change = { saved_state: name, saved_steps: steps, saving_state: null, setbacks: 1 };
    await this.#change(change, (tx) => markUnswept(tx, this.#job.modelId));
  }

  /** Ends the job, in the transaction that adds its checkpoint. */
  async ended(
    tx: Transaction<Schema>,
    { id, step }: Checkpoint,
    warnings: readonly string[],
  ): Promise<void> {
    const createdAt = this.#now().toISOString();
    const { done_steps } = await changed(tx, this.#job, {
      status: "succeeded",
      step,
      warnings: JSON.stringify(warnings),
      finished_at: createdAt,
      lease_id: null,
      lease_until: null,
      saving_state: null,
      saved_state: null,
    });
    const data = { step, checkpoint_id: id };
    const event = { type: "training_ended" as const, position: done_steps + 1, data, createdAt };
    await insertEvent(tx, { ...event, jobId: this.#job.id });
    await markUnswept(tx, this.#job.modelId);
  }

  async #change(
    change: Change,
    also: (tx: Transaction<Schema>, createdAt: string) => Promise<void> = async () => {},
  ): Promise<void> {
    const createdAt = this.#now().toISOString();
    await this.#records.transaction(async (tx) => {
      await changed(tx, this.#job, change);
      await also(tx, createdAt);
    });
  }
}

async function changed(
  tx: Transaction<Schema>,
  { id, leaseId }: HeldJob,
  change: Change,
): Promise<Pick<TrainingJobsTable, "done_steps">> {
  const row = await tx
    .updateTable("training_jobs")
    .set(change)
    .where("id", "=", id)
    .where("lease_id", "=", leaseId)
    .where("status", "=", "running")
    .returning("done_steps")
    .executeTakeFirst();
  if (row === undefined) throw new LeaseLost();
  return row;
}
