import type { Kysely } from "kysely";

/** Creates models that are being trained, their checkpoints, and answers that are kept for repeats. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("trained_models")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("entity", "text", (column) => column.notNull())
    .addColumn("project", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("base_model", "text", (column) => column.notNull())
    .addColumn("base_id", "text", (column) => column.notNull())
    .addColumn("run_id", "text")
    .addColumn("last_step", "bigint", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addUniqueConstraint("trained_models_by_name", ["project_id", "name"])
    .execute();

  // For lists of an entity and of a project, which go by time.
  await db.schema
    .createIndex("trained_models_by_entity")
    .on("trained_models")
    .columns(["entity", "created_at", "id"])
    .execute();
  await db.schema
    .createIndex("trained_models_by_project")
    .on("trained_models")
    .columns(["project_id", "created_at", "id"])
    .execute();

  await db.schema
    .createTable("checkpoints")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("model_id", "text", (column) => column.notNull())
    .addColumn("step", "bigint", (column) => column.notNull())
    .addColumn("sampler_version", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("metrics", "text", (column) => column.notNull())
    .addUniqueConstraint("checkpoints_by_step", ["model_id", "step"])
    .execute();

  await db.schema
    .createTable("retired_samplers")
    .addColumn("model_key", "text", (column) => column.notNull())
    .addColumn("version", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("retired_samplers_key", ["model_key", "version"])
    .execute();

  await db.schema
    .createTable("kept_answers")
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("scope", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("body_digest", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("answer", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("kept_answers_key", ["project_id", "scope", "key"])
    .execute();

  // To find the old ones.
  await db.schema
    .createIndex("kept_answers_by_time")
    .on("kept_answers")
    .columns(["created_at"])
    .execute();
}
