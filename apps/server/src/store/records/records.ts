import { Kysely, type Transaction } from "kysely";
import { currentVersion, migrate, readVersion } from "./migrations/migrate.ts";
import { SchemaVersionError } from "./migrations/schema-version-error.ts";
import type { Schema } from "./schema.ts";
import { WorkerDialect } from "./sqlite/dialect.ts";
import { WorkerDriver } from "./sqlite/driver.ts";
import { type QuerySignals, UnderSignal } from "./sqlite/query-signals.ts";

/** The ways into the records that change nothing. */
export type RecordsReader = Pick<Kysely<Schema>, "selectFrom">;

/** The ways into the records that change something. */
export type RecordsWriter = Pick<Kysely<Schema>, "insertInto" | "updateTable" | "deleteFrom">;

/** The store of what has an identity and changes under rules. */
export interface Records {
  /**
   * For reads. Once the signal is aborted no statement is begun any more, and who waits for one waits
   * no longer; only a statement that runs already cannot be stopped. The signal has to be given, so
   * that no read forgets who waits for it: undefined where nobody does who could leave.
   *
   * @throws Cancelled
   */
  reading(signal: AbortSignal | undefined): RecordsReader;
  /** For single statements that write: each is atomic by itself and durable when it resolves. */
  readonly writing: RecordsWriter;
  /**
   * Runs `work` in one transaction, durable when the promise resolves. Writers take turns, so what
   * `work` has read cannot change under it. Inside, use `tx` alone: one through `writing` would
   * wait for this transaction, which waits for it.
   *
   * @throws DiskFull, StoreUnavailable, and whatever `work` throws, after a rollback.
   */
  transaction<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /** Resolves where the store answers. */
  ping(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** The records with all that there is to them, for those who look after the store itself. */
export interface OpenedRecords extends Records {
  readonly db: Kysely<Schema>;
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
export async function openRecords(options: RecordsOptions): Promise<OpenedRecords> {
  const signals: QuerySignals = new WeakMap();
  const driver = new WorkerDriver(options.file, signals);
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
