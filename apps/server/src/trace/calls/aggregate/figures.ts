import type { Trace } from "@heddle/types";
import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";

/** A metric of calls or of their usage. */
export type Metric = Trace.CallMetric["metric"] | Trace.UsageMetric["metric"];

/** What a figure says of the values of its metric. A number is a percentile, from 0 to 100. */
export type Measure = "sum" | "avg" | "min" | "max" | "count" | number;

/** One number in each bucket of an answer. */
export interface Figure {
  /** The name in the answer: `avg_latency_ms`, `p99.9_latency_ms`. */
  readonly name: string;
  readonly metric: Metric;
  readonly measure: Measure;
  /** The figure where no value was counted. */
  readonly whenEmpty: 0 | null;
}

interface Asked {
  readonly metric: Metric;
  readonly aggregations?: Trace.CallMetric["aggregations"];
  readonly percentiles?: Trace.CallMetric["percentiles"];
}

/** The metrics that follow from sums and prices. */
export const costs: ReadonlySet<Metric> = new Set(["input_cost", "output_cost", "total_cost"]);

const { metrics: maxMetrics, percentiles: maxPercentiles } = requestBounds;

/**
 * The figures of a list of metrics, in their order, each once. Costs have only a sum.
 *
 * @throws InvalidInput for an aggregation that calls do not have, and for a list with too many
 * entries.
 */
export function figuresOf(
  list: "usage_metrics" | "call_metrics",
  asked: readonly Asked[] | null | undefined,
): readonly Figure[] {
  const entries = asked ?? [];
  refuseMore(list, entries.length, maxMetrics.limit);
  const figures = new Map<string, Figure>();
  for (const [at, entry] of entries.entries()) {
    const measures = measuresOf(entry, `${list}.${at}`);
    for (const measure of costs.has(entry.metric) ? (["sum"] as const) : measures) {
      const figure = figureOf(entry.metric, measure);
      figures.set(figure.name, figure);
    }
  }
  return [...figures.values()];
}

function figureOf(metric: Metric, measure: Measure): Figure {
  const isPercentile = typeof measure === "number";
  const name = `${isPercentile ? "p" : ""}${measure}_${metric}`;
  const isNull = isPercentile || measure === "min" || measure === "max";
  return { name, metric, measure, whenEmpty: isNull ? null : 0 };
}

function measuresOf({ aggregations, percentiles }: Asked, place: string): readonly Measure[] {
  const levels = percentiles ?? [];
  refuseMore(`${place}.percentiles`, levels.length, maxPercentiles.limit);
  const measures: Measure[] = [];
  for (const [at, kind] of (aggregations ?? ["sum"]).entries()) {
    if (kind === "count_true" || kind === "count_false") {
      throw new InvalidInput(
        `${place}.aggregations.${at} is ${kind}, which is for feedback; calls have sum, avg, min, ` +
          "max and count.",
      );
    }
    measures.push(kind);
  }
  measures.push(...levels);
  return measures.length > 0 ? measures : ["sum"];
}

function refuseMore(list: string, count: number, limit: number): void {
  if (count <= limit) return;
  throw new InvalidInput(
    `${list} has ${count} entries; the limit is ${limit}. Send several requests.`,
  );
}
