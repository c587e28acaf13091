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
