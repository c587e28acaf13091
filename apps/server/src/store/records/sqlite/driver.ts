import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
} from "kysely";
import { StoreUnavailable } from "../../errors.ts";
import { RecordsFault } from "../records-fault.ts";
import { RecordsNotOpened } from "../records-not-opened.ts";
import type { QuerySignals } from "./query-signals.ts";
import { Turns } from "./turns.ts";
import { WorkerClient } from "./worker-client.ts";

/**
 * Kysely's driver for a SQLite file in a worker thread. A connection costs nothing until it is
 * used: reads go to the reader at once, writes and transactions take turns at the writer.
 */
export class WorkerDriver implements Driver {
  readonly #file: string;
  readonly #turns = new Turns();
  readonly #signals: QuerySignals;
  #client: WorkerClient | undefined;

  /** A read with a signal in `signals` is started only while that signal is not aborted. */
  constructor(file: string, signals: QuerySignals) {
    this.#file = file;
    this.#signals = signals;
  }

  async init(): Promise<void> {
    const client = new WorkerClient();
    try {
      await client.ask({ kind: "open", file: this.#file });
      this.#client = client;
    } catch (error) {
      await this.#end(client);
      throw error instanceof RecordsFault ? new RecordsNotOpened(this.#file, error) : error;
    }
  }

  async acquireConnection(): Promise<WorkerConnection> {
    if (this.#client === undefined)
      throw new StoreUnavailable("The server is stopping. Send the request again.");
    return new WorkerConnection(this.#client, this.#turns, this.#signals);
  }

  async beginTransaction(connection: WorkerConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: WorkerConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: WorkerConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(connection: WorkerConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    if (this.#client === undefined) return;
    // A transaction that has the turn finishes first.
    await this.#turns.take();
    await this.#end(this.#client);
    this.#client = undefined;
    this.#turns.pass();
  }

  async #end(client: WorkerClient): Promise<void> {
    await client.ask({ kind: "close" }).catch(() => undefined);
    await client.exited;
  }
}

class WorkerConnection implements DatabaseConnection {
  readonly #client: WorkerClient;
  readonly #turns: Turns;
  readonly #signals: QuerySignals;
  #ownsWriter = false;

  constructor(client: WorkerClient, turns: Turns, signals: QuerySignals) {
    this.#client = client;
    this.#turns = turns;
    this.#signals = signals;
  }

  async begin(): Promise<void> {
    await this.#turns.take();
    this.#ownsWriter = true;
    // SQLite may refuse the write lock to a transaction that has read before it asks for the lock.
    await this.#execute("writer", "begin immediate", []);
  }

  async rollback(): Promise<void> {
    await this.#client.ask({ kind: "rollback" });
  }

  release(): void {
    if (!this.#ownsWriter) return;
    this.#ownsWriter = false;
    this.#turns.pass();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#ownsWriter) return this.#execute("writer", query.sql, query.parameters);
    if (SelectQueryNode.is(query.query)) {
      const signal = this.#signals.get(query.queryId);
      return this.#execute("reader", query.sql, query.parameters, signal);
    }
    await this.#turns.take();
    try {
      return await this.#execute("writer", query.sql, query.parameters);
    } finally {
      this.#turns.pass();
    }
  }

  // oxlint-disable-next-line require-yield -- Kysely's interface demands a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Records are not streamed: read them in pages, by key.");
  }

  async #execute<R>(
    on: "reader" | "writer",
    sql: string,
    parameters: readonly unknown[],
    signal?: AbortSignal,
  ): Promise<QueryResult<R>> {
    const result = await this.#client.ask({ kind: "execute", on, sql, parameters }, signal);
    const rows = result.rows as R[];
    if (result.changes === undefined) return { rows };
    return { rows, numAffectedRows: BigInt(result.changes) };
  }
}
