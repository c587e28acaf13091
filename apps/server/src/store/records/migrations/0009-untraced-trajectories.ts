import type { Kysely } from "kysely";

/** Creates the list of trajectories that are yet to become traces, and notes of files whether theirs do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("untraced_trajectories")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("job_id", "text")
    .addColumn("model_id", "text", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("entity", "text", (column) => column.notNull())
    .addColumn("project", "text", (column) => column.notNull())
    .addColumn("split", "text", (column) => column.notNull())
    .addColumn("step", "bigint", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("user_name", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("traced", "bigint", (column) => column.notNull())
    .execute();
  // Those of an older release do not.
  await db.schema
    .alterTable("trajectory_files")
    .addColumn("is_traced", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  // They become traces in the order in which they came.
  await db.schema
    .createIndex("untraced_trajectories_by_time")
    .on("untraced_trajectories")
    .columns(["created_at", "id"])
    .execute();
  // To find out whether a row still names a blob.
  await db.schema
    .createIndex("untraced_trajectories_by_blob_of_digest")
    .on("untraced_trajectories")
    .columns(["digest"])
    .execute();
}
