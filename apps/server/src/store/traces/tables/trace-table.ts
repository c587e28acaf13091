/** The declaration of a table of the trace store. */
export interface TraceTable {
  readonly name: string;
  /** One entry and many of them, in the words of clients, for messages: "A call", "calls". */
  readonly entries: { readonly one: string; readonly many: string };
  /**
   * The number of the migration that creates it. A migration that was released runs in no data
   * folder again, so a new table needs a number after the last one in `released/traces`.
   */
  readonly since: number;
  /**
   * The statement that creates it. `{R}` stands before the name of its table engine. After its
   * release it stays as it is: later changes are statements in `migrations.ts`.
   */
  readonly create: string;
}

/** A table whose rows wait in their own queue. `Row` is one row, as the engine reads it. */
export interface QueuedTable<Row extends object> extends TraceTable {
  /** The line of JSON for a row, as the queue takes it. */
  line(row: Row): string;
}

/** Declares a table with a queue. */
export function queuedTable<Row extends object>(table: TraceTable): QueuedTable<Row> {
  return { ...table, line: (row) => JSON.stringify(row) };
}
