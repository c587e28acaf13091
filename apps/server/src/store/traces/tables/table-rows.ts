import { durability } from "./durability.ts";
import { type QueuedTable, queuedTable } from "./trace-table.ts";

/** One row of a table. */
export interface TableRow {
  readonly project_id: string;
  readonly digest: string;
  /** Canonical text with refs in internal form. */
  readonly val: string;
}

/**
 * Rows of tables by the digest of their canonical text: the same row twice is the same row. Digests
 * scatter the rows of a page over the whole project, each in a granule of its own: small ones.
 */
export const tableRowsTable: QueuedTable<TableRow> = queuedTable({
  name: "table_rows",
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
