import {
  anyObject,
  bool,
  either,
  int,
  listOf,
  mapOf,
  model,
  nullable,
  oneOf,
  text,
  type Fields,
} from "./reader.ts";

const texts = nullable(listOf(text));

const callsFilter = model("CallsFilter", {
  op_names: texts,
  input_refs: texts,
  output_refs: texts,
  parent_ids: texts,
  trace_ids: texts,
  call_ids: texts,
  thread_ids: texts,
  turn_ids: texts,
  trace_roots_only: nullable(bool),
  wb_user_ids: texts,
  wb_run_ids: texts,
});

const chartConfig = model("ChartConfig", {
  x_axis: text,
  y_axis: text,
  plot_type: nullable(oneOf("scatter", "line", "bar")),
  bin_count: nullable(int),
  aggregation: nullable(oneOf("average", "sum", "min", "max", "p95", "p99")),
  group_keys: texts,
  custom_name: nullable(text),
});

const objectConfig = model("ObjectConfig", {
  version_groups: nullable(
    listOf(
      model("ObjectVersionGroup", {
        label: text,
        base_ref: text,
        versions: either('a list of versions or "*"', listOf(text), oneOf("*")),
        show_version_indicator: bool,
      }),
    ),
  ),
  display_name_map: nullable(mapOf(text)),
  deselected: texts,
});

const leaderboardColumns = model("DynamicLeaderboardColumnConfig", {
  evaluation_object_ref: nullable(text),
  scorer_name: nullable(text),
  display_name: nullable(text),
  summary_metric_path: nullable(text),
  should_minimize: nullable(bool),
  deselected: nullable(bool),
});

const dynamicLeaderboard = model("DynamicLeaderboardConfig", {
  model_configuration: nullable(objectConfig),
  dataset_configuration: nullable(objectConfig),
  scorer_configuration: nullable(objectConfig),
  columns_configuration: nullable(listOf(leaderboardColumns)),
});

/** The members of a saved view. Its query is stored unchanged. */
export const savedView: Fields = {
  view_type: text,
  label: text,
  definition: model("SavedViewDefinition", {
    filter: nullable(callsFilter),
    query: nullable(anyObject),
    cols: nullable(mapOf(bool)),
    columns: nullable(
      listOf(
        model("Column", {
          path: nullable(listOf(either("text or an integer", text, int))),
          label: nullable(text),
        }),
      ),
    ),
    column_order: texts,
    expand_columns: texts,
    header_depth: nullable(int),
    pin: nullable(model("Pin", { left: listOf(text), right: listOf(text) })),
    sort_by: nullable(listOf(model("SortBy", { field: text, direction: oneOf("asc", "desc") }))),
    page: nullable(int),
    page_size: nullable(int),
    charts: nullable(listOf(chartConfig)),
    dataset_selector: nullable(text),
    evaluation_selector: nullable(text),
    dynamic_leaderboard_config: nullable(dynamicLeaderboard),
  }),
};
