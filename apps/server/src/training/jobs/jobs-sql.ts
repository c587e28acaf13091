import type { Transaction } from "kysely";
import type { ProjectId } from "../../access/project-id.ts";
import type { Records } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";
import { ModelNotFound } from "../model-not-found.ts";
import type { Page } from "../pages/page.ts";
import type { StepReference } from "./job-kind.ts";
import { jobColumns, jobOf, jobWithId } from "./job-rows-sql.ts";
import type { JobStatus, TrainingJob } from "./training-job.ts";

/** Which jobs a list has: those of an entity, a project or a model, in one state or in all. */
export interface JobsOf {
  readonly entity: string;
  readonly projectId?: ProjectId | undefined;
  readonly modelId?: string | undefined;
  readonly status?: JobStatus | undefined;
}

/** A job to record. */
export interface NewJob extends NewJobMembers {
  readonly reference: StepReference | undefined;
}

type NewJobMembers = Pick<
  TrainingJob,
  | "id"
  | "modelId"
  | "projectId"
  | "entity"
  | "project"
  | "baseModel"
  | "baseId"
  | "kind"
  | "createdAt"
  | "inputDigest"
  | "config"
  | "dataUrl"
>;

/** Reads jobs from the records. */
export class JobsStore {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  async withId(id: string, signal: AbortSignal | undefined): Promise<TrainingJob | undefined> {
    return await jobWithId(this.#records.reading(signal), id);
  }

  /** Jobs by creation, at most `limit`, behind another one. */
  async list(
    { entity, projectId, modelId, status }: JobsOf,
    { after, limit, order }: Page<TrainingJob>,
    signal: AbortSignal,
  ): Promise<readonly TrainingJob[]> {
    let query = this.#records
      .reading(signal)
      .selectFrom("training_jobs")
      .select(jobColumns)
      .where("entity", "=", entity);
    if (projectId !== undefined) query = query.where("project_id", "=", projectId);
    if (modelId !== undefined) query = query.where("model_id", "=", modelId);
    if (status !== undefined) query = query.where("status", "=", status);
    if (after !== undefined) {
      const behind = order === "asc" ? ">" : "<";
      query = query.where((eb) =>
        // One comparison of rows: an index finds its place, as it would not with a list of `or`.
        eb(eb.refTuple("created_at", "id"), behind, eb.tuple(after.createdAt, after.id)),
      );
    }
    const rows = await query
      .orderBy("created_at", order)
      .orderBy("id", order)
      .limit(limit)
      .execute();
    return rows.map(jobOf);
  }
}

/**
 * Records a job at the end of its model's queue.
 *
 * @throws ModelNotFound if the model was deleted meanwhile
 */
export async function insertJob(tx: Transaction<Schema>, job: NewJob): Promise<void> {
  const model = await tx
    .updateTable("trained_models")
    .set((eb) => ({ last_position: eb("last_position", "+", 1) }))
    .where("id", "=", job.modelId)
    .returning("last_position")
    .executeTakeFirst();
  if (model === undefined) throw new ModelNotFound();
  await tx
    .insertInto("training_jobs")
    .values({
      id: job.id,
      model_id: job.modelId,
      project_id: job.projectId,
      entity: job.entity,
      project: job.project,
      base_model: job.baseModel,
      base_id: job.baseId,
      position: model.last_position,
      kind: job.kind,
      status: "queued",
      created_at: job.createdAt,
      started_at: null,
      finished_at: null,
      input_digest: job.inputDigest,
      config: job.config === null ? null : JSON.stringify(job.config),
      data_url: job.dataUrl,
      data_digest: null,
      recipe: null,
      start_step: null,
      start_state: null,
      start_kind: null,
      num_steps: null,
      done_steps: 0,
      step: null,
      error: null,
      warnings: null,
      lease_id: null,
      lease_until: null,
      not_before: job.createdAt,
      claims: 0,
      setbacks: 0,
      saving_state: null,
      saved_state: null,
      saved_steps: 0,
      ...referenceRow(job.reference),
    })
    .execute();
}

function referenceRow(reference: StepReference | undefined) {
  return {
    reference_step: reference !== undefined && "step" in reference ? reference.step : null,
    reference_lag: reference !== undefined && "lag" in reference ? reference.lag : null,
  };
}

/** How many jobs of a model have not ended. */
export async function unfinishedCount(tx: Transaction<Schema>, modelId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("training_jobs")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("model_id", "=", modelId)
    .where("status", "in", ["queued", "running"])
    .executeTakeFirstOrThrow();
  return count;
}
