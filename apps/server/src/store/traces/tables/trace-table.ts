/** A table of the trace store. Its declaration is the one place that says what it is. */
export interface TraceTable {
  readonly name: string;
  /** The number of the migration that makes it. */
  readonly since: number;
  /** The statement that makes it. `{R}` stands before the name of an engine. */
  readonly create: string;
}

/** A table whose rows wait in a queue of their own. `Row` is one row, as the engine reads it. */
export interface QueuedTable<Row extends object> extends TraceTable {
  /** A row as the queue takes it. */
  line(row: Row): string;
}

/** Declares a table with a queue. */
export function queuedTable<Row extends object>(table: TraceTable): QueuedTable<Row> {
  return { ...table, line: (row) => JSON.stringify(row) };
}
