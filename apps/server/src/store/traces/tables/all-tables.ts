import { callPartsTable } from "./call-parts.ts";
import { callsTable } from "./calls.ts";
import { tableRowsTable } from "./table-rows.ts";
import { tablesTable } from "./tables.ts";
import type { TraceTable } from "./trace-table.ts";

/** Every table of the trace store. */
export const allTables: readonly TraceTable[] = [
  callsTable,
  callPartsTable,
  tableRowsTable,
  tablesTable,
];

const byName = new Map(allTables.map((table) => [table.name, table]));

/** The words for the entries of a table; those for a row where no table has this name. */
export function entriesOf(table: string): TraceTable["entries"] {
  return byName.get(table)?.entries ?? { one: "A row", many: "rows" };
}
