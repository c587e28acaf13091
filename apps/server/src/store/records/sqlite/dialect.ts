import {
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { WorkerDriver } from "./driver.ts";

/** Kysely's SQLite dialect, with SQLite on a worker thread. */
export class WorkerDialect implements Dialect {
  readonly #driver: WorkerDriver;

  constructor(driver: WorkerDriver) {
    this.#driver = driver;
  }

  createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }

  createDriver(): Driver {
    return this.#driver;
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }
}

/**
 * Lets Kysely run migrations in a transaction. SQLite can do that, but Kysely's own adapter denies
 * it. The transaction is also the lock between two processes that migrate.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
