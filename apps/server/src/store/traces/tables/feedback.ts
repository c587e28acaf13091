import { durability } from "./durability.ts";
import type { TraceTable } from "./trace-table.ts";

/**
 * One row for each piece of feedback; the highest version counts. Refs have their internal form, in
 * the payload too, and absent texts are ''.
 *
 * `payload` is compact JSON with the numbers and the order of names as they came. `readable` is ''
 * or, if the engine would read that text wrong, a text of the same value that it reads right.
 * `payload_bytes` is the size of `payload`, so that answers can be read in pieces. `call_id` is the
 * id of the call if `weave_ref` is the ref of a call of the same project, else ''.
 *
 * Keys of maps are plain texts: the engine finds no empty key among those of a dictionary.
 *
 * There are no partitions, so an insert makes one part: its rows are stored together or not at all.
 * The projection leads from refs to ids. The index by version finds rows from a clock that was ahead.
 */
export const feedbackTable: TraceTable = {
  name: "feedback",
  entries: { one: "A piece of feedback", many: "feedback" },
  since: 3,
  create: `
CREATE TABLE IF NOT EXISTS feedback (
  project_id String,
  id String,
  created_at DateTime64(6, 'UTC'),
  weave_ref String CODEC(ZSTD),
  call_id String,
  wb_user_id LowCardinality(String),
  creator Nullable(String) CODEC(ZSTD),
  feedback_type LowCardinality(String),
  payload String CODEC(ZSTD),
  readable String CODEC(ZSTD),
  payload_bytes UInt32,
  annotation_ref LowCardinality(String),
  runnable_ref LowCardinality(String),
  call_ref String CODEC(ZSTD),
  trigger_ref LowCardinality(String),
  queue_id String,
  scorer_tags Array(String) CODEC(ZSTD),
  scorer_tag_reasons Map(String, String) CODEC(ZSTD),
  scorer_tag_confidences Map(String, Float64) CODEC(ZSTD),
  scorer_ratings Map(String, Float64) CODEC(ZSTD),
  scorer_rating_reasons Map(String, String) CODEC(ZSTD),
  scorer_rating_confidences Map(String, Float64) CODEC(ZSTD),
  span_agent_name LowCardinality(String),
  span_agent_version LowCardinality(String),
  span_status_code LowCardinality(String),
  span_conversation_id String,
  span_trace_id String,
  scorer_trace_id String,
  version UInt64,
  is_deleted UInt8,
  INDEX by_time created_at TYPE minmax GRANULARITY 1,
  INDEX by_version version TYPE minmax GRANULARITY 1,
  PROJECTION by_ref (
    SELECT project_id, weave_ref, id
    ORDER BY project_id, weave_ref
  )
) ENGINE = {R}ReplacingMergeTree(version, is_deleted)
ORDER BY (project_id, id)
SETTINGS index_granularity = 1024, min_columns_to_activate_adaptive_write_buffer = 1,
  deduplicate_merge_projection_mode = 'rebuild', ${durability}`,
};
