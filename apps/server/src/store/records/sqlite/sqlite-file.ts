import Database from "better-sqlite3";
import { LRUCache } from "lru-cache";
import { makePrivate } from "../../../data-folder/make-private.ts";
import type { Result } from "./protocol.ts";

/** How long a statement waits while another process writes. */
const busyTimeoutMs = 5_000;
/** Compiled statements of a connection. It is bounded: each length of an `in (…)` is a new text. */
const maxStatements = 300;

interface Connection {
  readonly database: Database.Database;
  readonly statements: LRUCache<string, Database.Statement>;
}

/**
 * A SQLite file with two connections, one to write and one to read: a read does not wait for a
 * transaction and does not see its uncommitted rows. All calls are synchronous.
 */
export class SqliteFile {
  readonly #writer: Connection;
  readonly #reader: Connection;

  constructor(path: string) {
    makePrivate(path);
    this.#writer = connect(new Database(path, { timeout: busyTimeoutMs }));
    const { database } = this.#writer;
    database.pragma("journal_mode = WAL");
    // NORMAL, the usual companion of WAL, may lose the last commits in a power cut.
    database.pragma("synchronous = FULL");
    database.pragma("foreign_keys = ON");
    // Cuts the log back after a checkpoint; otherwise it keeps the size of its largest burst.
    database.pragma(`journal_size_limit = ${64 * 1024 * 1024}`);
    this.#reader = connect(new Database(path, { timeout: busyTimeoutMs, readonly: true }));
  }

  execute(on: "reader" | "writer", sql: string, parameters: readonly unknown[]): Result {
    const connection = on === "reader" ? this.#reader : this.#writer;
    const statement = this.#prepare(connection, sql);
    if (statement.reader) return { rows: statement.all(...parameters) };
    return { rows: [], changes: statement.run(...parameters).changes };
  }

  /** Ends the writer's transaction; after some failures SQLite has already done it. */
  rollback(): void {
    const { database } = this.#writer;
    if (database.inTransaction) database.exec("rollback");
  }

  close(): void {
    this.#reader.database.close();
    this.#writer.database.close();
  }

  #prepare(connection: Connection, sql: string): Database.Statement {
    const known = connection.statements.get(sql);
    if (known !== undefined) return known;
    const statement = connection.database.prepare(sql);
    // A schema statement runs once, and statements compiled before it know the older tables.
    if (/^\s*(?:alter|create|drop|pragma)\b/i.test(sql)) {
      this.#writer.statements.clear();
      this.#reader.statements.clear();
    } else {
      connection.statements.set(sql, statement);
    }
    return statement;
  }
}

function connect(database: Database.Database): Connection {
  return { database, statements: new LRUCache({ max: maxStatements }) };
}
