import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { RecordsReader } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";
import type { TrainingEventsTable } from "../../store/records/training-schema.ts";
import type { StepMetrics } from "./job-work.ts";

/** Something that happened in a job. */
export interface JobEvent {
  readonly id: string;
  readonly type: TrainingEventsTable["type"];
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event to record. */
export interface NewEvent extends Omit<JobEvent, "id"> {
  readonly jobId: string;
  /** 0 for the start, then one for each step. */
  readonly position: number;
  readonly createdAt: string;
}

/** Records an event, unless its place has one: a job that was cut off takes the same steps again. */
export async function insertEvent(
  tx: Transaction<Schema>,
  { jobId, position, type, data, createdAt }: NewEvent,
): Promise<void> {
  await tx
    .insertInto("training_events")
    .values({
      id: randomUUID(),
      job_id: jobId,
      position,
      type,
      created_at: createdAt,
      data: JSON.stringify(data),
    })
    .onConflict((conflict) => conflict.columns(["job_id", "position"]).doNothing())
    .execute();
}

/** The position of an event of a job; undefined if the job has none with this id. */
export async function eventPosition(
  db: RecordsReader,
  jobId: string,
  id: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("training_events")
    .select("position")
    .where("job_id", "=", jobId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.position;
}

/** The events of a job in order, behind a position, at most `limit`. */
export async function eventsOf(
  db: RecordsReader,
  jobId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly JobEvent[]> {
  const rows = await db
    .selectFrom("training_events")
    .select(["id", "type", "data"])
    .where("job_id", "=", jobId)
    .where("position", ">", after)
    .orderBy("position")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as JobEvent["data"] }));
}

/** The metrics of the first steps of a job. */
export async function metricsOfSteps(
  db: RecordsReader,
  jobId: string,
  steps: number,
): Promise<readonly StepMetrics[]> {
  const rows = await db
    .selectFrom("training_events")
    .select("data")
    .where("job_id", "=", jobId)
    .where("type", "=", "gradient_step")
    .orderBy("position")
    .limit(steps)
    .execute();
  return rows.map((row) => JSON.parse(row.data) as StepMetrics);
}
