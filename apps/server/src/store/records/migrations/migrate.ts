import { DEFAULT_MIGRATION_TABLE, type Kysely, Migrator, sql } from "kysely";
import { migrations } from "./migrations.ts";
import { SchemaVersionError } from "./schema-version-error.ts";

/** The schema version that this release works with: the number of its last migration. */
export const currentVersion: number = Math.max(...Object.keys(migrations).map(numberOf));

/** The schema version found in the records; 0 for an empty file. */
export async function readVersion<DB>(db: Kysely<DB>): Promise<number> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE)) return 0;
  const applied = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}
  `.execute(db);
  return Math.max(0, ...applied.rows.map((row) => numberOf(row.name)));
}

/**
 * Brings the schema up to `currentVersion`, in one transaction. A second process that starts at the
 * same time waits for the transaction, and then has nothing to do.
 *
 * @throws SchemaVersionError if a newer release has written the records.
 */
export async function migrate<DB>(db: Kysely<DB>): Promise<void> {
  const found = await readVersion(db);
  if (found > currentVersion) throw new SchemaVersionError(found, currentVersion);
  if (found === currentVersion) return;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error) throw error;
  if (error !== undefined) throw new Error("The migration failed", { cause: error });
}

function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}
