import { durability } from "./durability.ts";
import type { TraceTable } from "./trace-table.ts";

/**
 * Parts of calls that came before the rest: ends without a start, and names given while the call
 * runs. A start looks for them here, and so does an end that took its start from memory. So the
 * parts of a call come together in any order, also from two servers.
 */
export const callPartsTable: TraceTable = {
  name: "call_parts",
  entries: { one: "A call", many: "calls" },
  since: 1,
  create: `
CREATE TABLE IF NOT EXISTS call_parts (
  project_id String,
  id String,
  kind LowCardinality(String),
  ended_at Nullable(DateTime64(6, 'UTC')),
  exception Nullable(String) CODEC(ZSTD),
  output String CODEC(ZSTD),
  summary String CODEC(ZSTD),
  output_refs Array(String) CODEC(ZSTD),
  wb_run_step_end Nullable(Int64),
  status LowCardinality(String),
  display_name String,
  named_at UInt64,
  version UInt64,
  is_deleted UInt8
) ENGINE = {R}ReplacingMergeTree(version, is_deleted)
ORDER BY (project_id, id, kind)
SETTINGS index_granularity = 1024, ${durability}`,
};
