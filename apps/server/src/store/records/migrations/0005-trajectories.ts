import type { Kysely } from "kysely";

/** Creates the list of files with the trajectories of models. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("trajectory_files")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("model_id", "text", (column) => column.notNull())
    .addColumn("step", "bigint", (column) => column.notNull())
    .addColumn("split", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("size_bytes", "bigint", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("metrics", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createIndex("trajectory_files_by_model")
    .on("trajectory_files")
    .columns(["model_id", "created_at", "id"])
    .execute();
}
