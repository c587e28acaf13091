import type { Transaction } from "kysely";
import type { ProjectId, WritableId } from "../../access/project-id.ts";
import type { Records, RecordsReader } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";
import type { Page } from "../pages/page.ts";
import type { TrainedModel } from "./trained-model.ts";

/** A model to record. */
export type NewModel = TrainedModel & { readonly projectId: WritableId };

const columns = [
  "id",
  "project_id as projectId",
  "entity",
  "project",
  "name",
  "base_model as baseModel",
  "base_id as baseId",
  "run_id as runId",
  "created_at as createdAt",
] as const;

/** The models of an entity, or of one of its projects. */
export interface ModelsOf {
  readonly entity: string;
  readonly projectId?: ProjectId | undefined;
}

/** Reads models from the records. */
export class ModelsStore {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  async withId(id: string, signal: AbortSignal | undefined): Promise<TrainedModel | undefined> {
    return await modelWithId(this.#records.reading(signal), id);
  }

  async named(
    project: ProjectId,
    name: string,
    signal: AbortSignal | undefined,
  ): Promise<TrainedModel | undefined> {
    return await modelNamed(this.#records.reading(signal), project, name);
  }

  /** Models by creation, at most `limit`, behind another one. */
  async list(
    { entity, projectId }: ModelsOf,
    { after, limit, order }: Page<TrainedModel>,
    signal: AbortSignal | undefined,
  ): Promise<readonly TrainedModel[]> {
    let query = this.#records.reading(signal).selectFrom("trained_models").select(columns);
    if (projectId === undefined) query = query.where("entity", "=", entity);
    else query = query.where("project_id", "=", projectId);
    if (after !== undefined) {
      const behind = order === "asc" ? ">" : "<";
      query = query.where((eb) =>
        // One comparison of rows: an index finds its place, as it would not with a list of `or`.
        eb(eb.refTuple("created_at", "id"), behind, eb.tuple(after.createdAt, after.id)),
      );
    }
    return await query.orderBy("created_at", order).orderBy("id", order).limit(limit).execute();
  }
}

/** The model with an id. */
export async function modelWithId(
  db: RecordsReader,
  id: string,
): Promise<TrainedModel | undefined> {
  return await db
    .selectFrom("trained_models")
    .select(columns)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The model of a project with a name. */
export async function modelNamed(
  db: RecordsReader,
  project: ProjectId,
  name: string,
): Promise<TrainedModel | undefined> {
  return await db
    .selectFrom("trained_models")
    .select(columns)
    .where("project_id", "=", project)
    .where("name", "=", name)
    .executeTakeFirst();
}

/** Records a model that has no checkpoint yet. */
export async function insertModel(tx: Transaction<Schema>, model: NewModel): Promise<void> {
  const { id, entity, project, name } = model;
  await tx
    .insertInto("trained_models")
    .values({
      id,
      entity,
      project,
      name,
      project_id: model.projectId,
      base_model: model.baseModel,
      base_id: model.baseId,
      run_id: model.runId,
      last_step: 0,
      created_at: model.createdAt,
      last_position: 0,
      last_turn: null,
    })
    .execute();
}

/** Deletes a model alone; whether there was one. */
export async function deleteModel(tx: Transaction<Schema>, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("trained_models")
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
