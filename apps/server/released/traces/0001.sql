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
SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, min_compressed_bytes_to_fsync_after_merge = 1, max_suspicious_broken_parts = 100000, non_replicated_deduplication_window = 1000;

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
SETTINGS index_granularity = 1024, deduplicate_merge_projection_mode = 'rebuild', fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, min_compressed_bytes_to_fsync_after_merge = 1, max_suspicious_broken_parts = 100000, non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS table_rows (
  project_id String,
  digest String,
  val String CODEC(ZSTD)
) ENGINE = {R}ReplacingMergeTree
ORDER BY (project_id, digest)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, min_compressed_bytes_to_fsync_after_merge = 1, max_suspicious_broken_parts = 100000, non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS tables (
  project_id String,
  digest String,
  row_digests Array(String) CODEC(ZSTD)
) ENGINE = {R}ReplacingMergeTree
ORDER BY (project_id, digest)
SETTINGS index_granularity = 128, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, min_compressed_bytes_to_fsync_after_merge = 1, max_suspicious_broken_parts = 100000, non_replicated_deduplication_window = 1000;
