import { jsonObject, JsonNumber } from "./json-tree.ts";
import { checkJsonSchema } from "./json-schema.ts";
import { extraHeader, providerUrl } from "./provider-url.ts";
import {
  anyObject,
  bool,
  either,
  float,
  int,
  listOf,
  mapOf,
  model,
  nullable,
  oneOf,
  optional,
  text,
  type Fields,
  type Reader,
} from "./reader.ts";
import { savedView } from "./saved-view.ts";

/** Settings of builtin classes. */
export interface BuiltinOptions {
  /** Whether providers may have private addresses, as on a local network. */
  readonly allowPrivateProviders: boolean;
}

/** The classes that the server itself validates, by name. */
export type BuiltinClasses = ReadonlyMap<string, Reader>;

const schemaClass = ["BaseObject", "BaseModel"];

/** The classes that clients may publish under `builtin_object_class`. */
export function builtinClasses(options: BuiltinOptions): BuiltinClasses {
  const classes: Record<string, Reader> = {
    AnnotationSpec: publishable("AnnotationSpec", {
      field_schema: optional(checkJsonSchema, jsonObject({})),
      unique_among_creators: optional(bool, false),
      op_scope: nullable(listOf(text)),
    }),
    Leaderboard: publishable("Leaderboard", { columns: listOf(leaderboardColumn) }),
    Provider: publishable("Provider", {
      base_url: providerUrl(options.allowPrivateProviders),
      api_key_name: text,
      extra_headers: optional(mapOf(extraHeader), jsonObject({})),
      return_type: optional(oneOf("openai"), "openai"),
    }),
    ProviderModel: publishable("ProviderModel", { provider: text, max_tokens: int }),
    LLMStructuredCompletionModel: publishable(
      "LLMStructuredCompletionModel",
      {
        llm_model_id: text,
        default_params: optional(defaultParams, defaultParams(jsonObject({}), "default_params")),
      },
      ["Model", "Object", "BaseModel"],
    ),
    SavedView: publishable("SavedView", savedView),
    ComparisonView: publishable("ComparisonView", {
      label: text,
      definition: model("ComparisonViewDefinition", {
        evaluation_call_ids: listOf(text),
        selected_metrics: nullable(listOf(text)),
      }),
    }),
    AlertSpec: publishable("AlertSpec", {
      op_scope: nullable(listOf(text)),
      spec: optional(metricThreshold, metricThreshold(jsonObject({}), "spec")),
    }),
  };
  return new Map(Object.entries(classes));
}

function publishable(name: string, fields: Fields, bases: readonly string[] = schemaClass): Reader {
  return model(name, { name: nullable(text), description: nullable(text), ...fields }, { bases });
}

const leaderboardColumn = model("LeaderboardColumn", {
  evaluation_object_ref: text,
  scorer_name: text,
  summary_metric_path: text,
  should_minimize: nullable(bool),
});

const message = model("Message", {
  role: text,
  content: nullable(either("text or a list of parts", text, listOf(anyObject))),
  name: nullable(text),
  function_call: nullable(anyObject),
  tool_call_id: nullable(text),
});

const defaultParams = model("LLMStructuredCompletionModelDefaultParams", {
  messages_template: nullable(listOf(message)),
  prompt: nullable(text),
  temperature: nullable(float),
  top_p: nullable(float),
  max_tokens: nullable(int),
  presence_penalty: nullable(float),
  frequency_penalty: nullable(float),
  stop: nullable(listOf(text)),
  n_times: nullable(int),
  functions: nullable(listOf(anyObject)),
  response_format: nullable(oneOf("json_object", "json_schema", "text")),
});

const metricThreshold = model(
  "WeaveMetricThresholdSpec",
  {
    alert_condition: optional(text, "THRESHOLD"),
    comparison_operator: optional(oneOf("GREATER_THAN", "LESS_THAN", "EQUAL"), "GREATER_THAN"),
    metric_path: optional(text, ""),
    op_str: optional(text, ""),
    threshold: optional(float, new JsonNumber("0.0")),
    window_size: nullable(int),
    window_duration: nullable(int),
    monitor_ref: nullable(text),
    scorer_ref: nullable(text),
    aggregation_function: optional(oneOf("mean", "median", "min", "max", "mode"), "mean"),
  },
  { open: true },
);
