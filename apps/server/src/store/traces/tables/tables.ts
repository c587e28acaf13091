import { durability } from "./durability.ts";
import { type QueuedTable, queuedTable } from "./trace-table.ts";

/** One stored table. */
export interface StoredTable {
  readonly project_id: string;
  readonly digest: string;
  readonly row_digests: readonly string[];
}

/** Stores for each table, by digest, the digests of its rows in order. */
export const tablesTable: QueuedTable<StoredTable> = queuedTable({
  name: "tables",
  entries: { one: "A table", many: "tables" },
  since: 1,
  create: `
CREATE TABLE IF NOT EXISTS tables (
  project_id String,
  digest String,
  row_digests Array(String) CODEC(ZSTD)
) ENGINE = {R}ReplacingMergeTree
ORDER BY (project_id, digest)
SETTINGS index_granularity = 128, ${durability}`,
});
