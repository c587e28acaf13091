import type { Kysely } from "kysely";

/** Creates the list of what deleted checkpoints leave in the curves of their models. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("past_points")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("model_id", "text", (column) => column.notNull())
    .addColumn("step", "bigint", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("metrics", "text", (column) => column.notNull())
    .execute();
  // The curve of a model is in the order of its steps.
  await db.schema
    .createIndex("past_points_by_model")
    .on("past_points")
    .columns(["model_id", "step"])
    .execute();
}
