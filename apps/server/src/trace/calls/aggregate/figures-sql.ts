import { quantileSql } from "../../statistics/quantiles-sql.ts";
import { callField } from "../read/call-fields-sql.ts";
import type { Figure, Metric } from "./figures.ts";

/** The SQL of one of the six numbers of the model at place `at`; both count from 1. */
function number(place: number): string {
  return `usage_tokens[6 * at - ${6 - place}]`;
}

type Counted = Exclude<Metric, `${string}_cost`>;

/** The value of a metric in one call, or of one model in one call. Null does not count. */
const values: Readonly<Record<Counted, string>> = {
  latency_ms: callField("summary.weave.latency_ms").sql,
  call_count: "1",
  error_count: "exception IS NOT NULL",
  input_tokens: number(2),
  output_tokens: number(3),
  total_tokens: number(4),
  cache_read_input_tokens: number(5),
  cache_creation_input_tokens: number(6),
};

/** Figures as the columns `f0`, `f1`, … of an aggregate. Costs, which need prices, have none. */
export function figureColumns(figures: readonly Figure[]): string[] {
  return figures.flatMap((figure, at) => {
    const { metric } = figure;
    return isCounted(metric) ? [`${aggregate(figure, values[metric], figures)} AS f${at}`] : [];
  });
}

function aggregate({ metric, measure }: Figure, value: string, figures: readonly Figure[]): string {
  // Integers of 64 bits could wrap around; answers have doubles anyway.
  if (measure === "sum") return `sum(toFloat64(${value}))`;
  if (typeof measure !== "number") return `${measure}(${value})`;
  const ofMetric = figures.filter((one) => one.metric === metric);
  const percentiles = ofMetric.flatMap((one) =>
    typeof one.measure === "number" ? one.measure : [],
  );
  return quantileSql(value, measure, percentiles);
}

function isCounted(metric: Metric): metric is Counted {
  return Object.hasOwn(values, metric);
}
