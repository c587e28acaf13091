import { durability } from "./durability.ts";
import { type QueuedTable, queuedTable } from "./trace-table.ts";

/** One row of a table. */
export interface TableRow {
  readonly project_id: string;
  readonly digest: string;
  /** Canonical JSON text with refs in internal form. */
  readonly val: string;
}

/**
 * Rows of tables by the digest of their canonical text, so equal rows are stored once. Digests
 * scatter the rows of a page over the whole project, each in another granule; therefore granules
 * are small.
 */
export const tableRowsTable: QueuedTable<TableRow> = queuedTable({
  name: "table_rows",
  entries: { one: "A row", many: "rows of tables" },
  since: 1,
  create: `
CREATE TABLE IF NOT EXISTS table_rows (
  project_id String,
  digest String,
  val String CODEC(ZSTD)
) ENGINE = {R}ReplacingMergeTree
ORDER BY (project_id, digest)
SETTINGS index_granularity = 256, ${durability}`,
});
