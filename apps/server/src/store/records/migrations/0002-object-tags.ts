import type { Kysely } from "kysely";

/** Creates the tags of object versions, and the way from an alias to its versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("object_tags")
    .addColumn("project_id", "text", (column) => column.notNull())
    .addColumn("object_id", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("tag", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("object_tags_key", ["project_id", "object_id", "digest", "tag"])
    .execute();

  // For the names in a project, and for the versions that have one of them.
  await db.schema
    .createIndex("object_tags_by_name")
    .on("object_tags")
    .columns(["project_id", "tag", "object_id", "digest"])
    .execute();
  await db.schema
    .createIndex("object_aliases_by_name")
    .on("object_aliases")
    .columns(["project_id", "alias", "object_id", "digest"])
    .execute();
}
