import type { Transaction } from "kysely";
import type { Records, RecordsReader } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";
import type { Page } from "../pages/page.ts";
import type { Checkpoint } from "./checkpoint.ts";

/** The metrics of a model at one step. */
export type Point = Pick<Checkpoint, "id" | "step" | "createdAt" | "metrics">;

/** Reads the curve of a model: a point for each checkpoint there ever was. */
export class PointsStore {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  /** The points of a model by step, at most `limit`, behind another one. */
  async list(
    modelId: string,
    { after, limit, order }: Page<Point>,
    signal: AbortSignal | undefined,
  ): Promise<readonly Point[]> {
    let query = pointsOf(this.#records.reading(signal), modelId);
    if (after !== undefined) query = query.where("step", order === "asc" ? ">" : "<", after.step);
    const rows = await query.orderBy("step", order).limit(limit).execute();
    return rows.map(pointOf);
  }

  /** The point of a model with an id. */
  async withId(
    modelId: string,
    id: string,
    signal: AbortSignal | undefined,
  ): Promise<Point | undefined> {
    const query = pointsOf(this.#records.reading(signal), modelId).where("id", "=", id);
    const row = await query.executeTakeFirst();
    return row && pointOf(row);
  }
}

/** Keeps the points of checkpoints that are about to be deleted. */
export async function keepPoints(tx: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  await tx
    .insertInto("past_points")
    .columns(["id", "model_id", "step", "created_at", "metrics"])
    .expression(
      tx
        .selectFrom("checkpoints")
        .select(["id", "model_id", "step", "created_at", "metrics"])
        .where("id", "in", ids),
    )
    .execute();
}

/** Forgets the points of deleted checkpoints of a model that is being deleted. */
export async function forgetPoints(tx: Transaction<Schema>, modelId: string): Promise<void> {
  await tx.deleteFrom("past_points").where("model_id", "=", modelId).execute();
}

function pointsOf(db: RecordsReader, modelId: string) {
  const columns = ["id", "step", "created_at as createdAt", "metrics"] as const;
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom("checkpoints")
        .select(columns)
        .where("model_id", "=", modelId)
        .unionAll(eb.selectFrom("past_points").select(columns).where("model_id", "=", modelId))
        .as("point"),
    )
    .selectAll();
}

function pointOf(row: Omit<Point, "metrics"> & { readonly metrics: string }): Point {
  return { ...row, metrics: JSON.parse(row.metrics) as Point["metrics"] };
}
