import type { Trace } from "@heddle/types";
import type { ProjectId } from "../../../access/project-id.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import type { Parameters } from "../../query/parameters.ts";
import { feedbackIn } from "./span-rows-sql.ts";
import type { Span } from "./stats-span.ts";

type Request = Omit<Trace.FeedbackAggregateQuery, "project_id">;
type Dimension = NonNullable<Request["group_by"]>[number];

/** The feedback to aggregate, and what to divide it by. */
export interface AggregateSelection {
  readonly project: ProjectId;
  readonly span: Span;
  readonly conditions: readonly string[];
  readonly parameters: Parameters;
  /** Seconds of a bucket; null does not divide the time. */
  readonly seconds: number | null;
  readonly dimensions: readonly Dimension[];
}

/** One part of an aggregate. */
export interface AggregateRow {
  /** In ms since 1970. */
  readonly bucket: number | null;
  /** The values of the dimensions. */
  readonly names: readonly string[];
  readonly total_count: number;
  readonly scored_count: number;
  readonly tag_counts: Record<string, number>;
  readonly rating_counts: Record<string, number>;
  readonly rating_sums: Record<string, number>;
}

/** The name of the object or op of a ref in this column; '' without one. */
function nameIn(column: "runnable_ref" | "trigger_ref"): string {
  return `extract(${column}, '^weave-trace-internal:///[^/]*/(?:object|op)/([^/:]+):')`;
}

const dimensionSql: Readonly<Record<Dimension, string>> = {
  scorer_id: nameIn("runnable_ref"),
  span_agent_name: "toString(span_agent_name)",
  span_agent_version: "toString(span_agent_version)",
  span_status_code: "toString(span_status_code)",
};

/** The conditions of a request. An empty list is none. */
export function aggregateConditions(request: Request, parameters: Parameters): string[] {
  const conditions: string[] = [];
  const list = (
    values: readonly string[] | null | undefined,
    condition: (placeholder: string) => string,
  ): void => {
    if (!values?.length) return;
    const known = values.map((value) => value.toWellFormed());
    conditions.push(condition(parameters.addList(known, "Array(String)")));
  };
  list(request.feedback_types, (types) => startsWithAny("feedback_type", types));
  list(request.tags, (tags) => `hasAny(scorer_tags, ${tags})`);
  list(request.span_agent_names, (names) => `span_agent_name IN ${names}`);
  list(
    request.span_types,
    (types) =>
      `extract(weave_ref, '^weave-trace-internal:///[^/]*/(agent_turn|agent_conversation)/') IN ${types}`,
  );
  for (const [ids, name] of [
    [request.monitor_ids, nameIn("trigger_ref")],
    [request.scorer_ids, nameIn("runnable_ref")],
  ] as const) {
    list(ids, (patterns) => {
      const isMatch = `if(endsWith(id, '*'), startsWith(${name}, substring(id, 1, length(id) - 1)), ${name} = id)`;
      return `arrayExists(id -> ${isMatch}, ${patterns})`;
    });
  }
  const ratings: string[] = [];
  const { rating_min: min, rating_max: max } = request;
  if (min !== undefined && min !== null) ratings.push(`r >= ${parameters.add(min, "Float64")}`);
  if (max !== undefined && max !== null) ratings.push(`r <= ${parameters.add(max, "Float64")}`);
  if (ratings.length > 0) {
    conditions.push(`arrayExists(r -> ${ratings.join(" AND ")}, mapValues(scorer_ratings))`);
  }
  return conditions;
}

function startsWithAny(column: string, prefixes: string): string {
  return `arrayExists(prefix -> startsWith(${column}, prefix), ${prefixes})`;
}

/** The parts that have feedback, by time and then by group; at most so many. */
export async function aggregateRows(
  traces: Traces,
  { project, span, conditions, parameters, seconds, dimensions }: AggregateSelection,
  atMost: number,
  signal: AbortSignal,
): Promise<AggregateRow[]> {
  const names = dimensions.map((name) => dimensionSql[name]).join(", ");
  const bucketMs = seconds === null ? undefined : parameters.add(seconds * 1000, "Int64");
  const bucket =
    bucketMs === undefined
      ? "CAST(NULL, 'Nullable(Int64)')"
      : `toNullable(intDiv(toUnixTimestamp64Milli(created_at), ${bucketMs}) * ${bucketMs})`;
  return traces.query<AggregateRow>(
    `SELECT ${bucket} AS bucket, CAST([${names}], 'Array(String)') AS names,
      count() AS total_count,
      countIf(notEmpty(scorer_tags) OR notEmpty(scorer_ratings)) AS scored_count,
      sumMap(CAST(${onesFor("arrayDistinct(scorer_tags)")}, 'Map(String, UInt64)')) AS tag_counts,
      sumMap(CAST(${onesFor("mapKeys(scorer_ratings)")}, 'Map(String, UInt64)')) AS rating_counts,
      sumMap(CAST(scorer_ratings, 'Map(String, Float64)')) AS rating_sums
    FROM ${feedbackIn(project, span, conditions, parameters)}
    GROUP BY bucket, names ORDER BY bucket, names LIMIT ${atMost}`,
    parameters.values,
    { signal, cost: "long" },
  );
}

/** A map with 1 for each of these keys. */
function onesFor(keys: string): string {
  return `mapFromArrays(${keys}, arrayMap(key -> toUInt64(1), ${keys}))`;
}
