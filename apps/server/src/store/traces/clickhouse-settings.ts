import { requestBounds } from "../../config/request-bounds.ts";
/** Settings of the trace engine, by name. */
export type Settings = Record<string, string | number>;

const writeSeconds = 120;
const maxQueryBytes = requestBounds.queryBytes.limit;

/** Settings of every statement: an engine's own defaults must make no difference. */
const commonSettings: Settings = {
  session_timezone: "UTC",
  max_query_size: maxQueryBytes,
};

/** Settings of reads. */
export const readSettings: Settings = {
  ...commonSettings,
  output_format_json_quote_64bit_integers: 0,
  output_format_json_escape_forward_slashes: 0,
  result_overflow_mode: "throw",
  timeout_overflow_mode: "throw",
  // ClickHouse stops a query whose client has left only if the query is marked as read-only.
  readonly: 2,
  cancel_http_readonly_queries_on_client_close: 1,
  // Merged rows may be found by an index only if later rows of the same keys are read too.
  use_skip_indexes_if_final: 1,
  use_skip_indexes_if_final_exact_mode: 1,
};

/** Settings of statements without an answer. */
export const commandSettings: Settings = { ...commonSettings, max_execution_time: writeSeconds };

/**
 * Settings of inserts. Each row gives every column whose default is an expression: otherwise the
 * engine would prepare these expressions for each insert, which costs as much as fifty rows.
 */
export const insertSettings: Settings = {
  max_query_size: maxQueryBytes,
  async_insert: 0,
  input_format_defaults_for_omitted_fields: 0,
  max_partitions_per_insert_block: 0,
  input_format_skip_unknown_fields: 0,
  input_format_parallel_parsing: 0,
  date_time_input_format: "best_effort",
  max_execution_time: writeSeconds,
};
