import { Kysely, type Transaction } from "kysely";
import { currentVersion, migrate, readVersion } from "./migrations/migrate.ts";
import { SchemaVersionError } from "./migrations/schema-version-error.ts";
import type { Schema } from "./schema.ts";
import { WorkerDialect } from "./sqlite/dialect.ts";
import { WorkerDriver } from "./sqlite/driver.ts";
import { type QuerySignals, UnderSignal } from "./sqlite/query-signals.ts";

/** The methods of Kysely that only read. */
export type RecordsReader = Pick<Kysely<Schema>, "selectFrom">;

/** The methods of Kysely that write. */
export type RecordsWriter = Pick<Kysely<Schema>, "insertInto" | "updateTable" | "deleteFrom">;

/** The store of entities, projects, keys, object versions and files. */
export interface Records {
  /**
   * For reads. After the signal is aborted, no statement is started, and waiting callers get
   * `Cancelled` at once; only a statement that already runs cannot be stopped. The signal is
   * required, so that no read forgets the client that may leave; undefined if no client waits.
   *
   * @throws Cancelled
   */
  reading(signal: AbortSignal | undefined): RecordsReader;
  /** For single statements that write: each is atomic, and durable when it resolves. */
  readonly writing: RecordsWriter;
  /**
   * Runs `work` in one transaction, durable when the promise resolves. Writers take turns, so rows
   * that `work` has read do not change during it. Inside, write only through `tx`: a statement
   * through `writing` would wait for this transaction, which waits for it.
   *
   * @throws DiskFull, StoreUnavailable, and the errors of `work`, after a rollback.
   */
  transaction<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /** Resolves if the store answers. */
  ping(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** The records with direct access to Kysely, for migrations, checks and tests. */
export interface OpenedRecords extends Records {
  readonly db: Kysely<Schema>;
}

/** How to open the records. */
export interface RecordsOptions {
  /** The SQLite file; its folder must exist. */
  readonly file: string;
  /**
   * true, the default, brings the schema up to date. false refuses a file with another schema, as
   * commands need it beside a running server.
   */
  readonly migrate?: boolean;
}

/**
 * Opens the records, and brings their schema up to date unless `migrate` is false.
 *
 * @throws SchemaVersionError if a newer release wrote the file, or if `migrate` is false and the
 * schema differs; RecordsNotOpened.
 */
export async function openRecords(options: RecordsOptions): Promise<OpenedRecords> {
  const signals: QuerySignals = new WeakMap();
  const driver = new WorkerDriver(options.file, signals);
  const db = new Kysely<Schema>({ dialect: new WorkerDialect(driver) });
  // Not `db.destroy`: after it, Kysely refuses later statements with its own errors.
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
  const reading = (signal: AbortSignal | undefined): RecordsReader =>
    signal === undefined ? db : db.withPlugin(new UnderSignal(signals, signal));
  return {
    db,
    reading,
    writing: db,
    transaction: (work) => db.transaction().execute(work),
    ping: async (signal) => {
      await reading(signal).selectFrom("entities").select("name").limit(1).execute();
    },
    close,
  };
}
