import type { Kysely } from "kysely";

/** Creates training jobs with their events, and the training states of checkpoints. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("training_jobs")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("model_id", "text", (column) => column.notNull())
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("entity", "text", (column) => column.notNull())
    .addColumn("project", "text", (column) => column.notNull())
    .addColumn("base_model", "text", (column) => column.notNull())
    .addColumn("base_id", "text", (column) => column.notNull())
    .addColumn("position", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("started_at", "text")
    .addColumn("finished_at", "text")
    .addColumn("input_digest", "text", (column) => column.notNull())
    .addColumn("config", "text")
    .addColumn("data_url", "text")
    .addColumn("data_digest", "text")
    .addColumn("recipe", "text")
    .addColumn("start_step", "bigint")
    .addColumn("start_state", "text")
    .addColumn("start_kind", "text")
    .addColumn("num_steps", "bigint")
    .addColumn("done_steps", "bigint", (column) => column.notNull())
    .addColumn("step", "bigint")
    .addColumn("error", "text")
    .addColumn("warnings", "text")
    .addColumn("lease_id", "text")
    .addColumn("lease_until", "text")
    .addColumn("not_before", "text", (column) => column.notNull())
    .addColumn("claims", "bigint", (column) => column.notNull())
    .addColumn("setbacks", "bigint", (column) => column.notNull())
    .addColumn("saving_state", "text")
    .addColumn("saved_state", "text")
    .addColumn("saved_steps", "bigint", (column) => column.notNull())
    .addUniqueConstraint("training_jobs_by_model", ["model_id", "position"])
    .execute();

  // For the turn of a job, which comes when the jobs of its model before it have ended.
  await db.schema
    .createIndex("training_jobs_by_turn")
    .on("training_jobs")
    .columns(["model_id", "status", "position"])
    .execute();
  // For the queue, which looks only at jobs that have not ended.
  await db.schema
    .createIndex("training_jobs_by_status")
    .on("training_jobs")
    .columns(["status", "created_at", "id"])
    .execute();
  // For lists of an entity and of a project, which go by time.
  await db.schema
    .createIndex("training_jobs_by_entity")
    .on("training_jobs")
    .columns(["entity", "created_at", "id"])
    .execute();
  await db.schema
    .createIndex("training_jobs_by_project")
    .on("training_jobs")
    .columns(["project_id", "created_at", "id"])
    .execute();

  await db.schema
    .createTable("training_events")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("job_id", "text", (column) => column.notNull())
    .addColumn("position", "bigint", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addUniqueConstraint("training_events_by_job", ["job_id", "position"])
    .execute();

  await db.schema
    .alterTable("trained_models")
    .addColumn("last_position", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("trained_models").addColumn("last_turn", "text").execute();
  // The state that a job starts from, where the checkpoint is the newest.
  await db.schema.alterTable("checkpoints").addColumn("state_name", "text").execute();
  await db.schema.alterTable("checkpoints").addColumn("job_kind", "text").execute();

  await db.schema
    .createTable("unswept_models")
    .addColumn("model_key", "text", (column) => column.primaryKey().notNull())
    .addColumn("mark", "text", (column) => column.notNull())
    .execute();
}
