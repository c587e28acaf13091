import type { Transaction } from "kysely";
import type { Records, RecordsReader } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";
import { ModelNotFound } from "../model-not-found.ts";
import type { Page } from "../pages/page.ts";
import { markUnswept } from "../states/training-states-sql.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { keepPoints } from "./points-sql.ts";
import { markRetired } from "./retired-samplers-sql.ts";

/** A new checkpoint. */
export interface NewCheckpoint extends Checkpoint {
  readonly modelId: string;
}

/** What else happens in the transaction that adds a checkpoint. */
export type AlsoAdded = (tx: Transaction<Schema>, added: Checkpoint) => Promise<void>;

/** Ids of one statement; SQLite takes 32,766 parameters, PostgreSQL 65,535. */
const idsAtOnce = 1_000;

/** Reads checkpoints from the records. */
export class CheckpointsStore {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  /** The checkpoints of a model by step, at most `limit`, behind another one. */
  async list(
    modelId: string,
    { after, limit, order }: Page<Checkpoint>,
    signal: AbortSignal | undefined,
  ): Promise<readonly Checkpoint[]> {
    let query = ofModel(this.#records.reading(signal), modelId);
    if (after !== undefined) query = query.where("step", order === "asc" ? ">" : "<", after.step);
    const rows = await query.orderBy("step", order).limit(limit).execute();
    return rows.map(checkpointOf);
  }

  /** The checkpoint of a model with an id. */
  async withId(
    modelId: string,
    id: string,
    signal: AbortSignal | undefined,
  ): Promise<Checkpoint | undefined> {
    const query = ofModel(this.#records.reading(signal), modelId).where("id", "=", id);
    return optional(await query.executeTakeFirst());
  }

  /** The checkpoint of a model with a step. */
  async withStep(
    modelId: string,
    step: number,
    signal: AbortSignal | undefined,
  ): Promise<Checkpoint | undefined> {
    const query = ofModel(this.#records.reading(signal), modelId).where("step", "=", step);
    return optional(await query.executeTakeFirst());
  }

  /** The checkpoint of a model with the highest step. */
  async newest(modelId: string, signal: AbortSignal | undefined): Promise<Checkpoint | undefined> {
    return await newestCheckpoint(this.#records.reading(signal), modelId);
  }
}

/** The checkpoint of a model with the highest step. */
export async function newestCheckpoint(
  db: RecordsReader,
  modelId: string,
): Promise<Checkpoint | undefined> {
  const query = ofModel(db, modelId).orderBy("step", "desc").limit(1);
  return optional(await query.executeTakeFirst());
}

/**
 * The next step of a model, which is used up from now on.
 *
 * @throws ModelNotFound
 */
export async function advanceStep(tx: Transaction<Schema>, modelId: string): Promise<number> {
  const model = await tx
    .updateTable("trained_models")
    .set((eb) => ({ last_step: eb("last_step", "+", 1) }))
    .where("id", "=", modelId)
    .returning("last_step")
    .executeTakeFirst();
  if (model === undefined) throw new ModelNotFound();
  return model.last_step;
}

/** Records a checkpoint. */
export async function insertCheckpoint(
  tx: Transaction<Schema>,
  { id, modelId, step, samplerVersion, stateName, jobKind, metrics, createdAt }: NewCheckpoint,
): Promise<void> {
  await tx
    .insertInto("checkpoints")
    .values({
      id,
      model_id: modelId,
      step,
      sampler_version: samplerVersion,
      created_at: createdAt,
      metrics: JSON.stringify(metrics),
      state_name: stateName,
      job_kind: jobKind,
    })
    .execute();
}

/** Replaces the metrics of a checkpoint. */
export async function setMetrics(
  tx: Transaction<Schema>,
  id: string,
  metrics: Checkpoint["metrics"],
): Promise<void> {
  await tx
    .updateTable("checkpoints")
    .set({ metrics: JSON.stringify(metrics) })
    .where("id", "=", id)
    .execute();
}

/** The step and the published weights of every checkpoint of a model. */
export async function stepsOf(
  tx: Transaction<Schema>,
  modelId: string,
): Promise<readonly Pick<Checkpoint, "id" | "step" | "samplerVersion">[]> {
  return await tx
    .selectFrom("checkpoints")
    .select(["id", "step", "sampler_version as samplerVersion"])
    .where("model_id", "=", modelId)
    .execute();
}

/**
 * Deletes checkpoints, but for their points in the model's curve, and marks their weights and training states for
 * deletion by the engine.
 */
export async function deleteCheckpoints(
  tx: Transaction<Schema>,
  modelKey: string,
  checkpoints: readonly Pick<Checkpoint, "id" | "samplerVersion">[],
): Promise<void> {
  for (let at = 0; at < checkpoints.length; at += idsAtOnce) {
    const some = checkpoints.slice(at, at + idsAtOnce);
    const ids = some.map(({ id }) => id);
    await keepPoints(tx, ids);
    await tx.deleteFrom("checkpoints").where("id", "in", ids).execute();
    const versions = some.flatMap(({ samplerVersion }) => samplerVersion ?? []);
    await markRetired(tx, modelKey, versions);
  }
  await markUnswept(tx, modelKey);
}

function ofModel(db: RecordsReader, modelId: string) {
  return db
    .selectFrom("checkpoints")
    .select([
      "id",
      "step",
      "sampler_version as samplerVersion",
      "state_name as stateName",
      "job_kind as jobKind",
      "metrics",
      "created_at as createdAt",
    ])
    .where("model_id", "=", modelId);
}

interface CheckpointRow extends Omit<Checkpoint, "metrics"> {
  readonly metrics: string;
}

function checkpointOf(row: CheckpointRow): Checkpoint {
  return { ...row, metrics: JSON.parse(row.metrics) as Checkpoint["metrics"] };
}

function optional(row: CheckpointRow | undefined): Checkpoint | undefined {
  return row && checkpointOf(row);
}
