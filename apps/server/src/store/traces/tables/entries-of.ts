import * as allTables from "./all-tables.ts";
import type { TraceTable } from "./trace-table.ts";

const byName = new Map<string, TraceTable>(
  Object.values(allTables).map((table) => [table.name, table]),
);

/** The words for the entries of a table; those for a row where no table has this name. */
export function entriesOf(table: string): TraceTable["entries"] {
  return byName.get(table)?.entries ?? { one: "A row", many: "rows" };
}
