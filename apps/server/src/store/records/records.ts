import { Kysely, type Transaction } from "kysely";
import { currentVersion, migrate, readVersion } from "./migrations/migrate.ts";
import { SchemaVersionError } from "./migrations/schema-version-error.ts";
import type { Schema } from "./schema.ts";
import { WorkerDialect } from "./sqlite/dialect.ts";
import { WorkerDriver } from "./sqlite/driver.ts";

/** The store of what has an identity and changes under rules. */
export interface Records {
  /** For single statements: each is atomic by itself and durable when it resolves. */
  readonly db: Kysely<Schema>;
  /**
   * Runs `work` in one transaction, durable when the promise resolves. Writers take turns, so what
   * `work` has read cannot change under it. Inside, use `tx` alone: a write through `db` would
   * wait for this transaction, which waits for it.
   *
   * @throws DiskFull, StoreUnavailable, and whatever `work` throws, after a rollback.
   */
  transaction<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /** Resolves where the store answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** How to open the records. */
export interface RecordsOptions {
  /** The SQLite file; its folder exists. */
  readonly file: string;
  /**
   * Bring the schema up to this release's (the default), or refuse a file of another schema, for
   * those who open it beside a running server.
   */
  readonly migrate?: boolean;
}

/**
 * Opens the records, and brings their schema up to this release's.
 *
 * @throws SchemaVersionError for a file that a newer release wrote.
 */
export async function openRecords(options: RecordsOptions): Promise<Records> {
  const driver = new WorkerDriver(options.file);
  const db = new Kysely<Schema>({ dialect: new WorkerDialect(driver) });
  // Not by Kysely's own way, after which it throws errors of its own for what comes too late.
  const close = (): Promise<void> => driver.destroy();
  try {
    if (options.migrate === false) {
      const found = await readVersion(db);
      if (found !== currentVersion) throw new SchemaVersionError(found, currentVersion);
    } else {
      await migrate(db);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    transaction: (work) => db.transaction().execute(work),
    ping: async () => void (await db.selectFrom("entities").select("name").limit(1).execute()),
    close,
  };
}
