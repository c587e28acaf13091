import { drainPending } from "chdb";
import { engineException } from "./exception.ts";
import { EngineSession } from "./engine-session.ts";
import { parseInsert } from "./insert-statement.ts";
import { lanes, maxWaitingPerLane, type LaneName } from "./lanes.ts";
import type { EngineRequest } from "./request.ts";
import { SessionPool } from "./session-pool.ts";

export interface EngineOptions {
  /** The folder of the engine; only one process can use it at a time. */
  readonly path: string;
  /** Most memory that the engine may allocate. */
  readonly memoryBytes: number;
}

interface Lease {
  readonly session: EngineSession;
  /** Gives the session back, or closes it if the query did not run to its end. */
  end(isClean: boolean): void;
}

const killAgainMs = 200;

/** The engine behind the protocol: queries, streams and inserts on pooled sessions. */
export class Engine {
  /** Keeps the folder open, which closes with the last session. */
  readonly #anchor: EngineSession;
  readonly #pools: Readonly<Record<LaneName, SessionPool>>;

  /** Opens the folder. Throws if another process has it. */
  constructor(options: EngineOptions) {
    const args = serverArguments(options.memoryBytes);
    const open = (): EngineSession => new EngineSession(options.path, args);
    const pool = (size: number): SessionPool => new SessionPool(size, maxWaitingPerLane, open);
    this.#anchor = open();
    this.#pools = {
      read: pool(lanes.read),
      stream: pool(lanes.stream),
      write: pool(lanes.write),
      control: pool(lanes.control),
    };
  }

  /** Runs a statement and returns its whole answer. Aborting stops it; then it rejects. */
  async query(request: EngineRequest, signal: AbortSignal): Promise<Uint8Array> {
    return this.#run("read", request, signal);
  }

  /** Yields a query's answer in pieces. The session is given back when the loop ends. */
  async *stream(request: EngineRequest, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const lease = await this.#lease("stream", request, signal);
    let isClean = false;
    try {
      for await (const chunk of lease.session.stream(request.sql, request.format)) {
        signal.throwIfAborted();
        if (chunk.numBytes > 0) yield chunk.raw();
      }
      isClean = true;
    } catch (error) {
      throw signal.aborted ? (signal.reason as Error) : engineException(error);
    } finally {
      lease.end(isClean);
    }
  }

  /** Adds the rows of the body. It runs to its end even if the client has left. */
  async insert(request: EngineRequest, rows: Buffer, signal: AbortSignal): Promise<void> {
    const { table, columns } = parseInsert(request.sql, request.database);
    const pool = this.#pools.write;
    const session = await pool.take(signal);
    try {
      await session.insert(table, columns, rows, request.settings);
    } catch (error) {
      pool.discard(session);
      throw engineException(error);
    }
    pool.giveBack(session);
  }

  /** Closes the folder after all native calls have returned. */
  async close(): Promise<void> {
    for (const pool of Object.values(this.#pools)) pool.close();
    await drainPending();
    this.#anchor.close();
  }

  async #run(lane: LaneName, request: EngineRequest, signal: AbortSignal): Promise<Uint8Array> {
    const lease = await this.#lease(lane, request, signal);
    try {
      const answer = await lease.session.run(request.sql, request.format);
      lease.end(true);
      return answer;
    } catch (error) {
      lease.end(false);
      throw signal.aborted ? (signal.reason as Error) : engineException(error);
    }
  }

  /** Takes a session and sets it up for the request. Aborting the signal kills its query. */
  async #lease(lane: LaneName, request: EngineRequest, signal: AbortSignal): Promise<Lease> {
    const pool = this.#pools[lane];
    const session = await pool.take(signal);
    let timer: NodeJS.Timeout | undefined;
    const kill = (): void => {
      // Repeat until the query has ended: the first kill may come before the engine has begun.
      timer = setTimeout(kill, killAgainMs);
      this.#kill(session.tag);
    };
    try {
      await session.prepare(request);
      signal.throwIfAborted();
    } catch (error) {
      pool.discard(session);
      throw signal.aborted ? (signal.reason as Error) : engineException(error);
    }
    signal.addEventListener("abort", kill, { once: true });
    const end = (isClean: boolean): void => {
      signal.removeEventListener("abort", kill);
      clearTimeout(timer);
      // After an abort, a kill may still be under way and would hit the session's next query.
      if (isClean && !signal.aborted) pool.giveBack(session);
      else pool.discard(session);
    };
    return { session, end };
  }

  /** Asks the engine to stop a query. Does not wait for that, because it could take for ever. */
  #kill(tag: string): void {
    const request: EngineRequest = {
      sql: "KILL QUERY WHERE Settings['log_comment'] = {tag:String} ASYNC",
      rows: undefined,
      params: new Map([["tag", tag]]),
      settings: new Map(),
      database: "default",
      queryId: tag,
      format: "Null",
      isBuffered: true,
      isReadonly: false,
    };
    this.#run("control", request, new AbortController().signal).catch((error: unknown) => {
      console.error(`KILL QUERY failed. Code: ${engineException(error).code}.`);
    });
  }
}

/** The caches are small, because the engine runs beside a server and not on its own machine. */
function serverArguments(memoryBytes: number): string[] {
  const mib = 1024 * 1024;
  return [
    `--max_server_memory_usage=${memoryBytes}`,
    `--mark_cache_size=${64 * mib}`,
    `--primary_index_cache_size=${64 * mib}`,
    `--index_mark_cache_size=${16 * mib}`,
    `--query_condition_cache_size=${8 * mib}`,
    `--compiled_expression_cache_size=${16 * mib}`,
  ];
}
