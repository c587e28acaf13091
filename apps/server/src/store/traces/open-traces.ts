import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ClickHouseTraces, type ClickHouseOptions } from "./clickhouse.ts";
import { StoreUnavailable } from "../errors.ts";
import type { EngineLog } from "./embedded/engine-log.ts";
import { readSlots } from "./embedded/lanes.ts";
import { Supervisor } from "./embedded/supervisor.ts";
import { migrate } from "./migrations.ts";
import type { ReadTurnsOptions } from "./read-turns.ts";
import type { Traces } from "./traces.ts";

export interface OpenTracesOptions {
  /** `http(s)://user:password@host:port/database`; without it, the embedded engine is used. */
  readonly url?: string | undefined;
  /** The server's data folder; the embedded engine uses its subfolder `traces`. */
  readonly dataDir: string;
  readonly log: EngineLog;
  /** Longest time for a query, in seconds; 60 by default. */
  readonly querySeconds?: number | undefined;
  /** Longest time for a stream, in seconds; 600 by default. */
  readonly streamSeconds?: number | undefined;
  /** Most memory of the embedded engine, in bytes; 700 MB by default. */
  readonly memoryBytes?: number | undefined;
  readonly isReplicated?: boolean | undefined;
  /** How many reads of clients run at once; by default as many as suit the machine. */
  readonly reads?: ReadTurnsOptions | undefined;
  readonly onFault?: ((engineText: string) => void) | undefined;
}

/** The trace store with an up-to-date schema. */
export interface OpenedTraces extends Traces {
  /** The process id of the embedded engine; undefined without one. */
  readonly enginePid: number | undefined;
}

const defaultDatabase = "heddle";
const defaultMemoryBytes = 700_000_000;
/** Share of the embedded engine's memory that one read may use, so that inserts have room. */
const maxShareOfRead = 0.6;

/**
 * Opens the trace store: starts the embedded engine or connects to ClickHouse, creates the database
 * and brings its schema up to date. Throws `StoreUnavailable` or `NewerStore`.
 *
 * @example
 * const traces = await openTraces({ dataDir: ".heddle", log });
 */
export async function openTraces(options: OpenTracesOptions): Promise<OpenedTraces> {
  const { isReplicated, onFault, querySeconds, streamSeconds, reads } = options;
  const bounds = { querySeconds, streamSeconds };
  if (options.url !== undefined) {
    const url = new URL(options.url);
    const database = url.pathname.slice(1) || defaultDatabase;
    if (!/^\w+$/.test(database)) {
      throw new StoreUnavailable(
        `The address of the trace store ends in ${JSON.stringify(url.pathname)}. Write the name ` +
          "of a database after the slash; it may have letters, digits and underscores.",
      );
    }
    url.pathname = "";
    return open({ url: url.href, database, isReplicated, onFault, reads, ...bounds }, undefined);
  }
  const memoryBytes = options.memoryBytes ?? defaultMemoryBytes;
  const cores = availableParallelism();
  const path = join(options.dataDir, "traces");
  const supervisor = await Supervisor.start({ path, memoryBytes, log: options.log });
  const clickhouse: ClickHouseOptions = {
    url: "http://engine",
    socketPath: supervisor.socketPath,
    database: defaultDatabase,
    readMemoryBytes: Math.round(memoryBytes * maxShareOfRead),
    reads: reads ?? { slots: readSlots(cores), cores },
    ready: (withinMs) => supervisor.ready(withinMs),
    onFault,
    ...bounds,
  };
  return open(clickhouse, supervisor);
}

async function open(
  clickhouse: ClickHouseOptions,
  supervisor: Supervisor | undefined,
): Promise<OpenedTraces> {
  const traces = new EngineTraces(clickhouse, supervisor);
  try {
    await makeDatabase(clickhouse);
    await migrate(traces, { isReplicated: clickhouse.isReplicated });
  } catch (error) {
    await traces.close();
    throw error;
  }
  return traces;
}

class EngineTraces extends ClickHouseTraces implements OpenedTraces {
  readonly #supervisor: Supervisor | undefined;

  constructor(options: ClickHouseOptions, supervisor: Supervisor | undefined) {
    super(options);
    this.#supervisor = supervisor;
  }

  get enginePid(): number | undefined {
    return this.#supervisor?.pid;
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#supervisor?.close();
  }
}

/** Creates the database, through the default one: ClickHouse refuses requests to a missing one. */
async function makeDatabase(options: ClickHouseOptions): Promise<void> {
  const outside = new ClickHouseTraces({ ...options, database: "default" });
  try {
    await outside.command(`CREATE DATABASE IF NOT EXISTS \`${options.database}\` ENGINE = Atomic`);
  } finally {
    await outside.close();
  }
}
