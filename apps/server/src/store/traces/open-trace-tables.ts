import { tableRowsTable } from "./tables/table-rows.ts";
import { tablesTable } from "./tables/tables.ts";
import type { TraceTable } from "./tables/trace-table.ts";
import type { Traces } from "./traces.ts";
import { TableWriter } from "./writer.ts";

/** The writers of all tables with a queue. Every row of these tables goes through its writer. */
export interface TraceWriters {
  readonly tableRows: TableWriter;
  readonly tables: TableWriter;
}

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
  const writerOf = ({ name }: TraceTable): TableWriter =>
    new TableWriter({ traces, table: name, maxQueuedBytes });
  const writers = { tableRows: writerOf(tableRowsTable), tables: writerOf(tablesTable) };
  const all = Object.values(writers);
  return {
    writers,
    depths: () => all.map(({ table, queuedBytes }) => ({ name: table, bytes: queuedBytes })),
    close: async () => void (await Promise.all(all.map((writer) => writer.close()))),
  };
}
