import type { Kysely } from "kysely";

/** Creates artifacts with their files and aliases, the keys of signed addresses, and blobs to delete. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("artifacts")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("entity", "text", (column) => column.notNull())
    .addColumn("project", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("metadata", "text", (column) => column.notNull())
    .addColumn("wanted_aliases", "text", (column) => column.notNull())
    .addColumn("digest", "text")
    .addColumn("manifest_blob", "text")
    .addColumn("client_id", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("committed_at", "text")
    .addUniqueConstraint("artifacts_by_version", ["project_id", "name", "version"])
    .addUniqueConstraint("artifacts_by_client_id", ["project_id", "client_id"])
    .execute();

  await db.schema
    .createTable("artifact_files")
    .addColumn("artifact_id", "text", (column) => column.notNull())
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("md5", "text", (column) => column.notNull())
    .addColumn("blob", "text", (column) => column.notNull())
    .addColumn("size_bytes", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("artifact_files_key", ["artifact_id", "path"])
    .execute();

  await db.schema
    .createTable("artifact_aliases")
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("alias", "text", (column) => column.notNull())
    .addColumn("artifact_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("artifact_aliases_key", ["project_id", "name", "alias"])
    .execute();
  await db.schema
    .createIndex("artifact_aliases_by_artifact")
    .on("artifact_aliases")
    .columns(["artifact_id"])
    .execute();

  await db.schema
    .createTable("signing_keys")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("doomed_blobs")
    .addColumn("digest", "text", (column) => column.primaryKey().notNull())
    .execute();

  // To find out whether a row still names a blob.
  for (const [table, column] of [
    ["artifacts", "manifest_blob"],
    ["artifact_files", "blob"],
    ["files", "digest"],
    ["object_versions", "val_blob"],
    ["trajectory_files", "digest"],
    ["training_jobs", "input_digest"],
    ["training_jobs", "data_digest"],
  ] as const) {
    await db.schema
      .createIndex(`${table}_by_blob_of_${column}`)
      .on(table)
      .columns([column])
      .execute();
  }
}
