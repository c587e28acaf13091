import { durability } from "./durability.ts";
import type { TraceTable } from "./trace-table.ts";

/**
 * One row for each call; the highest version counts. `inputs`, `output`, `attributes`, `summary`
 * and `otel_dump` are compact JSON texts with the numbers as they came, or '' if absent: the
 * engine's JSON type drops nulls, reorders keys and refuses odd input. `storage_bytes` is the size
 * of these texts together; `status` follows from the end; `named_at` (µs) is 0 unless an update gave
 * the name. The projection serves look-ups by id and is written in the same insert. Step 2 of the
 * migrations adds what queries look for in payloads: leaves, what they leave out, and usage.
 */
export const callsTable: TraceTable = {
  name: "calls",
  entries: { one: "A call", many: "calls" },
  since: 1,
  create: `
CREATE TABLE IF NOT EXISTS calls (
  project_id String,
  id String,
  started_at DateTime64(6, 'UTC'),
  trace_id String,
  parent_id String,
  thread_id String,
  turn_id String,
  op_name LowCardinality(String),
  display_name String,
  ended_at Nullable(DateTime64(6, 'UTC')),
  exception Nullable(String) CODEC(ZSTD),
  inputs String CODEC(ZSTD),
  output String CODEC(ZSTD),
  attributes String CODEC(ZSTD),
  summary String CODEC(ZSTD),
  otel_dump String CODEC(ZSTD),
  input_refs Array(String) CODEC(ZSTD),
  output_refs Array(String) CODEC(ZSTD),
  wb_user_id LowCardinality(String),
  wb_run_id String,
  wb_run_step Nullable(Int64),
  wb_run_step_end Nullable(Int64),
  status LowCardinality(String),
  named_at UInt64,
  storage_bytes UInt64,
  version UInt64,
  is_deleted UInt8,
  INDEX by_trace trace_id TYPE bloom_filter GRANULARITY 1,
  INDEX by_thread thread_id TYPE bloom_filter GRANULARITY 1,
  PROJECTION by_id (
    SELECT project_id, id, started_at, trace_id, storage_bytes, version, is_deleted
    ORDER BY project_id, id
  )
) ENGINE = {R}ReplacingMergeTree(version, is_deleted)
PARTITION BY toYYYYMM(started_at)
ORDER BY (project_id, started_at, id)
SETTINGS index_granularity = 1024, deduplicate_merge_projection_mode = 'rebuild', ${durability}`,
};
