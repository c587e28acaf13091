// Every table of the trace store, by its name in the program. A new table needs its own file and
// a line here: its creation, its queue and its words for messages follow from its declaration.
export { callPartsTable as callParts } from "./call-parts.ts";
export { callsTable as calls } from "./calls.ts";
export { feedbackTable as feedback } from "./feedback.ts";
export { tableRowsTable as tableRows } from "./table-rows.ts";
export { tablesTable as tables } from "./tables.ts";
