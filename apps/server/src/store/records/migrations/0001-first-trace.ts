import type { Kysely } from "kysely";

/**
 * Creates the tables of the first release.
 *
 * Whole numbers are `bigint`: SQLite gives this type integer affinity, and PostgreSQL's `integer`
 * would limit a size in bytes to 2 GiB.
 *
 * `val` comes last, because SQLite reads a row's overflow pages only for the columns in them: a
 * list without values never reads them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("entities")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("projects")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("entity", "text", (column) => column.notNull().references("entities.name"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addUniqueConstraint("projects_by_name", ["entity", "name"])
    .execute();

  await db.schema
    .createTable("api_keys")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("entity", "text", (column) => column.notNull().references("entities.name"))
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("user_name", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("revoked_at", "text")
    .execute();

  await db.schema
    .createTable("object_versions")
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("object_id", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("version_index", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("base_object_class", "text")
    .addColumn("leaf_object_class", "text")
    .addColumn("size_bytes", "bigint", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("deleted_at", "text")
    .addColumn("wb_user_id", "text", (column) => column.notNull())
    .addColumn("val_blob", "text")
    .addColumn("val", "text")
    .addPrimaryKeyConstraint("object_versions_key", ["project_id", "object_id", "digest"])
    .addUniqueConstraint("object_versions_by_index", ["project_id", "object_id", "version_index"])
    .execute();

  // For the default order of a list of objects.
  await db.schema
    .createIndex("object_versions_by_time")
    .on("object_versions")
    .columns(["project_id", "created_at", "version_index"])
    .execute();

  await db.schema
    .createTable("object_aliases")
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("object_id", "text", (column) => column.notNull())
    .addColumn("alias", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("object_aliases_key", ["project_id", "object_id", "alias"])
    .execute();

  await db.schema
    .createTable("files")
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("size_bytes", "bigint", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("files_key", ["project_id", "digest"])
    .execute();
}
