import type { Kysely } from "kysely";

/**
 * Creates the usage of chat. The hour comes first in the key: reports ask for the last hours of
 * everybody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("chat_usage")
    .addColumn("hour", "text", (column) => column.notNull())
    .addColumn("entity", "text", (column) => column.notNull())
    .addColumn("project", "text", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("requests", "bigint", (column) => column.notNull())
    .addColumn("failures", "bigint", (column) => column.notNull())
    .addColumn("prompt_tokens", "bigint", (column) => column.notNull())
    .addColumn("cached_tokens", "bigint", (column) => column.notNull())
    .addColumn("completion_tokens", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("chat_usage_key", ["hour", "entity", "project", "model"])
    .execute();
}
