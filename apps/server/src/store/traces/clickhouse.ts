import { Agent, type AgentOptions } from "node:http";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import {
  ClickHouseError,
  ClickHouseLogLevel,
  createClient,
  type ClickHouseClient,
  type ResultSet,
} from "@clickhouse/client";
import { Cancelled, StoreFault } from "../errors.ts";
import { storeError } from "./clickhouse-errors.ts";
import {
  commandSettings,
  insertSettings,
  readSettings,
  type Settings,
} from "./clickhouse-settings.ts";
import { LargestAnswer } from "./answer-size.ts";
import { maxAnswerBytes, Refused, rowsOf } from "./read-answer.ts";
import { ReadTurns, type ReadTurnsOptions } from "./read-turns.ts";
import { retry, type RetryOptions } from "./retry.ts";
import { checked } from "./params.ts";
import { linesOf, type Row } from "./row.ts";
import type { Params, ReadOptions, Traces } from "./traces.ts";

/** The address of a ClickHouse server, and how to use it. */
export interface ClickHouseOptions {
  /** `http(s)://user:password@host:port`; with a unix socket, only the scheme counts. */
  readonly url: string;
  /** Unix socket of the embedded engine. */
  readonly socketPath?: string | undefined;
  readonly database: string;
  /** Replicated tables: there, the engine recognises a repeated insert even after a crash. */
  readonly isReplicated?: boolean | undefined;
  /** Memory that one read may use; by default the engine's own limit. */
  readonly readMemoryBytes?: number | undefined;
  /** Longest time for a query that sets no `maxSeconds`. */
  readonly querySeconds?: number | undefined;
  /** Longest time for a stream that sets no `maxSeconds`. */
  readonly streamSeconds?: number | undefined;
  /** How many reads of clients run at once, and on how many cores. */
  readonly reads?: ReadTurnsOptions | undefined;
  /** Waits until the engine runs; only for an engine that this server starts. */
  readonly ready?: ((withinMs: number) => Promise<void>) | undefined;
  /** For development: gets the engine's text for a refused statement, which may quote data. */
  readonly onFault?: ((engineText: string) => void) | undefined;
}

const defaultReadSeconds = 60;
const defaultStreamSeconds = 600;
/** A stream comes in blocks of rows. A block of calls with their payloads has a few megabytes. */
const streamBlockRows = 2048;
const idleTimeoutMs = 900_000;
/** Reads of clients that a separate ClickHouse server gets at once. */
const readSlots = { short: 64, long: 16, stream: 64 };
/** Far more than the reads at once: reads must wait in `ReadTurns`, where kinds have own slots. */
const maxConnections = 512;

/** The trace store on a ClickHouse server, or on an engine that speaks its protocol. */
export class ClickHouseTraces implements Traces {
  readonly #client: ClickHouseClient;
  readonly #options: ClickHouseOptions;
  readonly #turns: ReadTurns;
  #isClosed = false;

  constructor(options: ClickHouseOptions) {
    this.#options = options;
    this.#turns = new ReadTurns(options.reads ?? { slots: readSlots });
    const { socketPath } = options;
    this.#client = createClient({
      url: options.url,
      database: options.database,
      request_timeout: idleTimeoutMs,
      max_open_connections: maxConnections,
      use_multipart_params_auto: true,
      // The client's log would quote the engine's messages, which may quote data.
      log: { level: ClickHouseLogLevel.OFF },
      ...(socketPath === undefined ? {} : { http_agent: socketAgent(socketPath) }),
    });
  }

  async query<Row>(sql: string, params: Params, options: ReadOptions): Promise<Row[]> {
    const turn = await this.#turns.query(sql, options);
    const settings = this.#limits(options, {
      ...turn.settings,
      max_execution_time: this.#options.querySeconds ?? defaultReadSeconds,
      max_result_bytes: maxAnswerBytes,
      wait_end_of_query: 1,
    });
    const held = options.among ?? new LargestAnswer();
    let isDone = false;
    try {
      const rows = await this.#try({ signal: options.signal, mayRepeat: () => true }, async () =>
        rowsOf<Row>(await this.#ask(sql, params, options, settings), held),
      );
      isDone = true;
      return rows;
    } finally {
      turn.end(isDone);
    }
  }

  async *stream<Row>(sql: string, params: Params, options: ReadOptions): AsyncGenerator<Row, void> {
    const turn = await this.#turns.stream(options);
    const settings = this.#limits(options, {
      ...turn.settings,
      max_execution_time: this.#options.streamSeconds ?? defaultStreamSeconds,
      max_block_size: streamBlockRows,
    });
    const { signal } = options;
    let rows: Readable | undefined;
    const stop = (): void => void rows?.destroy(new Cancelled());
    signal?.addEventListener("abort", stop, { once: true });
    try {
      // Before the first row the caller has seen nothing, so the query may be repeated.
      const opened = await this.#try({ signal, mayRepeat: () => true }, async () => {
        const answer = (await this.#ask(sql, params, options, settings)).stream<Row>();
        rows = answer;
        const batches = answer[Symbol.asyncIterator]();
        return { batches, first: await batches.next() };
      });
      const { batches } = opened;
      for (let next = opened.first; next.done !== true; next = await batches.next()) {
        for (const row of next.value) {
          if (signal?.aborted === true) throw new Cancelled();
          yield row.json();
        }
      }
    } catch (error) {
      throw this.#storeError(error);
    } finally {
      signal?.removeEventListener("abort", stop);
      rows?.destroy();
      turn.end(true);
    }
  }

  async insert(table: string, rows: readonly Row[], token: string): Promise<void> {
    if (rows.length === 0) return;
    const body = linesOf(rows);
    // The engine stores an insert's token before the rows are in place. An engine that died may
    // therefore know the token but have lost the rows, and would answer "done" to a repeat with the
    // same token. A repeat with another token may double rows; merging by key removes the doubles.
    const tokenOf = (attempt: number): string =>
      attempt === 0 || this.#options.isReplicated === true ? token : `${token}-${attempt}`;
    await this.#try({ table, mayRepeat: () => true }, async (attempt) => {
      const answer = await this.#client.exec({
        query: `INSERT INTO ${table} FORMAT JSONEachRow`,
        values: Readable.from([body], { objectMode: false }),
        clickhouse_settings: { ...insertSettings, insert_deduplication_token: tokenOf(attempt) },
      });
      await finished(answer.stream.resume());
    });
  }

  async command(sql: string, params: Params = {}): Promise<void> {
    await this.#try({ mayRepeat: (failure) => failure === "never sent" }, async () => {
      await this.#client.command({
        query: sql,
        query_params: checked(params),
        clickhouse_settings: commandSettings,
      });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#turns.close();
    await this.#client.close();
  }

  #limits(options: ReadOptions, defaults: Settings): Settings {
    const { readMemoryBytes } = this.#options;
    return {
      ...readSettings,
      ...defaults,
      ...(readMemoryBytes === undefined ? {} : { max_memory_usage: readMemoryBytes }),
      ...(options.maxSeconds === undefined ? {} : { max_execution_time: options.maxSeconds }),
      ...(options.maxRows === undefined ? {} : { max_result_rows: options.maxRows }),
      ...options.settings,
    };
  }

  async #ask(
    sql: string,
    params: Params,
    options: ReadOptions,
    settings: Settings,
  ): Promise<ResultSet<"JSONEachRow">> {
    return this.#client.query({
      query: sql,
      format: "JSONEachRow",
      query_params: checked(params),
      clickhouse_settings: settings,
      ...(options.signal === undefined ? {} : { abort_signal: options.signal }),
    });
  }

  async #try<T>(
    options: Omit<RetryOptions, "ready"> & { readonly table?: string },
    attempt: (attempt: number) => Promise<T>,
  ): Promise<T> {
    const { signal, table, mayRepeat } = options;
    try {
      return await retry(
        {
          signal,
          ready: this.#options.ready,
          mayRepeat: (failure) => !this.#isClosed && mayRepeat(failure),
        },
        attempt,
      );
    } catch (error) {
      if (error instanceof Refused) throw error.refusal;
      if (signal?.aborted === true) throw new Cancelled();
      throw this.#storeError(error, table);
    }
  }

  #storeError(error: unknown, table?: string): Error {
    const failure = storeError(error, table);
    const isFault = failure instanceof StoreFault && error instanceof ClickHouseError;
    if (isFault) this.#options.onFault?.(error.message);
    return failure;
  }
}

/** Connects to a unix socket, whatever host an address names. */
function socketAgent(socketPath: string): Agent {
  const options: AgentOptions & { socketPath: string } = {
    keepAlive: true,
    maxSockets: maxConnections,
    socketPath,
  };
  return new Agent(options);
}
