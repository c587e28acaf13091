import { tableRowsTable } from "./tables/table-rows.ts";
import { tablesTable } from "./tables/tables.ts";
import type { TraceTable } from "./tables/trace-table.ts";
import type { Traces } from "./traces.ts";
import { TableWriter } from "./writer.ts";

/** The one way into each table whose rows wait in a queue of their own. */
export interface TraceWriters {
  readonly tableRows: TableWriter;
  readonly tables: TableWriter;
}

const queued: Readonly<Record<keyof TraceWriters, TraceTable>> = {
  tableRows: tableRowsTable,
  tables: tablesTable,
};

/** Writers of all tables that have a queue, opened and closed together. */
export interface TraceTables {
  readonly writers: TraceWriters;
  /** What waits for each table or is being stored, in bytes. */
  depths(): readonly { readonly name: string; readonly bytes: number }[];
  /** Takes nothing new, and resolves when what was taken is durable. */
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
  const entries = Object.entries(queued).map(([key, { name }]) => {
    const writer = new TableWriter({ traces, table: name, maxQueuedBytes });
    return { key, name, writer };
  });
  return {
    // Of the keys of `queued`, which are those of `TraceWriters`.
    writers: Object.fromEntries(
      entries.map(({ key, writer }) => [key, writer]),
    ) as unknown as TraceWriters,
    depths: () => entries.map(({ name, writer }) => ({ name, bytes: writer.queuedBytes })),
    close: async () => void (await Promise.all(entries.map(({ writer }) => writer.close()))),
  };
}
