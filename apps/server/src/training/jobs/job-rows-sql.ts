import type { RecordsReader } from "../../store/records/records.ts";
import type { TrainingJobsTable } from "../../store/records/training-schema.ts";
import type { JobKindName, JobMachine, TrainingJob } from "./training-job.ts";

/** The columns of a job. */
export const jobColumns = [
  "id",
  "model_id as modelId",
  "project_id as projectId",
  "entity",
  "project",
  "base_model as baseModel",
  "base_id as baseId",
  "kind",
  "status",
  "created_at as createdAt",
  "started_at as startedAt",
  "finished_at as finishedAt",
  "input_digest as inputDigest",
  "config",
  "data_url as dataUrl",
  "data_digest as dataDigest",
  "recipe",
  "start_step as startStep",
  "start_state as startState",
  "start_kind as startKind",
  "num_steps as numSteps",
  "done_steps as doneSteps",
  "step",
  "error",
  "warnings",
  "claims",
  "setbacks",
  "saved_state as savedState",
  "saved_steps as savedSteps",
] as const;

interface JobRow extends Omit<TrainingJob, "kind" | "config" | "machine" | "warnings"> {
  readonly kind: TrainingJobsTable["kind"];
  readonly config: string | null;
  readonly recipe: string | null;
  readonly warnings: string | null;
}

/** A job of its row. */
export function jobOf({ recipe, warnings, ...row }: JobRow): TrainingJob {
  return {
    ...row,
    kind: row.kind as JobKindName,
    config: row.config === null ? null : (JSON.parse(row.config) as TrainingJob["config"]),
    warnings: warnings === null ? [] : (JSON.parse(warnings) as string[]),
    machine: recipe === null ? null : (JSON.parse(recipe) as JobMachine),
  };
}

/** The job with an id. */
export async function jobWithId(db: RecordsReader, id: string): Promise<TrainingJob | undefined> {
  const row = await db
    .selectFrom("training_jobs")
    .select(jobColumns)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && jobOf(row);
}
