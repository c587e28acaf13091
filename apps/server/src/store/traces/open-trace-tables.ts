import * as allTables from "./tables/all-tables.ts";
import type { QueuedTable } from "./tables/trace-table.ts";
import type { Traces } from "./traces.ts";
import { TableWriter } from "./writer.ts";

type AllTables = typeof allTables;

/** The names of the tables that are declared with a queue. */
type QueuedName = {
  [Name in keyof AllTables]: AllTables[Name] extends QueuedTable<never> ? Name : never;
}[keyof AllTables];

/** The writers of all tables with a queue. Every row of these tables goes through its writer. */
export type TraceWriters = { readonly [Name in QueuedName]: TableWriter };

/** Writers of all tables that have a queue, opened and closed together. */
export interface TraceTables {
  readonly writers: TraceWriters;
  /** For each table, the bytes of rows that wait or are being stored. */
  depths(): readonly { readonly name: string; readonly bytes: number }[];
  /** Takes nothing new, and resolves when all rows that were taken are durable. */
  close(): Promise<void>;
}

/**
 * Opens a writer for every table that is declared with a queue.
 *
 * @example
 * const tables = openTraceTables(traces, { maxQueuedBytes });
 * await tables.writers.tableRows.write([tableRowsTable.line(row)]);
 */
export function openTraceTables(
  traces: Traces,
  { maxQueuedBytes }: { readonly maxQueuedBytes: number },
): TraceTables {
  const queued = Object.entries(allTables).filter(([, table]) => "line" in table);
  const writers = Object.fromEntries(
    queued.map(([name, { name: table }]) => [
      name,
      new TableWriter({ traces, table, maxQueuedBytes }),
    ]),
  ) as TraceWriters;
  const all = Object.values(writers);
  return {
    writers,
    depths: () => all.map(({ table, queuedBytes }) => ({ name: table, bytes: queuedBytes })),
    close: async () => void (await Promise.all(all.map((writer) => writer.close()))),
  };
}
