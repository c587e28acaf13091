import { type Kysely, sql } from "kysely";

/**
 * Creates the index of kept trajectories, and the list of files that are not in it yet: their contents are blobs,
 * which the server reads when it has started. Also notes which step a job has as its reference.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("trajectory_files").addColumn("job_id", "text").execute();
  // The file of a job was recorded with the job, so both have the same content and time.
  await sql`
    update trajectory_files set job_id = (
      select min(training_jobs.id) from training_jobs
      where training_jobs.model_id = trajectory_files.model_id
        and training_jobs.input_digest = trajectory_files.digest
        and training_jobs.created_at = trajectory_files.created_at
        and training_jobs.kind = 'rl'
    )
  `.execute(db);
  await db.schema
    .createIndex("trajectory_files_by_job")
    .on("trajectory_files")
    .columns(["job_id"])
    .execute();

  await db.schema
    .createTable("trajectory_group_parts")
    .addColumn("file_id", "text", (column) => column.notNull())
    .addColumn("position", "bigint", (column) => column.notNull())
    .addColumn("model_id", "text", (column) => column.notNull())
    .addColumn("step", "bigint", (column) => column.notNull())
    .addColumn("split", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("group_position", "bigint", (column) => column.notNull())
    .addColumn("group_offset", "bigint", (column) => column.notNull())
    .addColumn("group_bytes", "bigint", (column) => column.notNull())
    .addColumn("num_trajectories", "bigint", (column) => column.notNull())
    .addColumn("num_exceptions", "bigint", (column) => column.notNull())
    .addColumn("mean_reward", "double precision")
    .addColumn("reward_std_dev", "double precision")
    .addColumn("first_index", "bigint", (column) => column.notNull())
    .addColumn("trajectories", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("trajectory_group_parts_key", ["file_id", "position"])
    .execute();
  // For lists of a model: all, of a step, and of a split. Each is in the order of the list.
  const order = ["created_at", "file_id", "position"] as const;
  for (const [name, columns] of [
    ["trajectory_group_parts_by_model", ["model_id", ...order]],
    ["trajectory_group_parts_by_step", ["model_id", "step", ...order]],
    ["trajectory_group_parts_by_split", ["model_id", "split", ...order]],
  ] as const) {
    await db.schema
      .createIndex(name)
      .on("trajectory_group_parts")
      .columns([...columns])
      .execute();
  }

  await db.schema
    .createTable("unread_trajectory_files")
    .addColumn("file_id", "text", (column) => column.primaryKey().notNull())
    .addColumn("model_id", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("unread_trajectory_files_by_model")
    .on("unread_trajectory_files")
    .columns(["model_id"])
    .execute();
  await sql`
    insert into unread_trajectory_files (file_id, model_id) select id, model_id from trajectory_files
  `.execute(db);

  await db.schema.alterTable("training_jobs").addColumn("reference_step", "bigint").execute();
  await db.schema.alterTable("training_jobs").addColumn("reference_lag", "bigint").execute();
}
