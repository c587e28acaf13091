import type { Trace } from "@heddle/types";
import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";

/** What a figure says of the values at a path. A number is a percentile, from 0 to 100. */
export type Measure =
  | "sum"
  | "avg"
  | "min"
  | "max"
  | "count"
  | "count_true"
  | "count_false"
  | number;

type ValueType = NonNullable<Trace.FeedbackMetric["value_type"]>;

/** A value in payloads, and the figures of it. */
export interface Metric {
  readonly path: string;
  /** The name of the path in answers. */
  readonly slug: string;
  readonly type: ValueType;
  readonly measures: readonly Measure[];
}

/** One number of each bucket. */
export interface Figure {
  readonly metric: Metric;
  readonly measure: Measure;
  /** The name within the metric: `avg`, `p99.9`. */
  readonly short: string;
  /** The name in a bucket: `avg_output_score`. */
  readonly name: string;
  readonly whenEmpty: 0 | null;
}

const { metrics: maxMetrics, percentiles: maxPercentiles } = requestBounds;
const allowed: Readonly<Record<ValueType, readonly Measure[]>> = {
  numeric: ["sum", "avg", "min", "max", "count"],
  boolean: ["count", "count_true", "count_false"],
  categorical: ["count"],
};
const byDefault: Readonly<Record<ValueType, readonly Measure[]>> = {
  numeric: ["avg", "min", "max"],
  boolean: ["count_true", "count_false"],
  categorical: ["count"],
};

/**
 * The metrics of a request. Of two paths with the same name in answers, the later counts.
 *
 * @throws InvalidInput for a figure that the type of a metric does not have, and for too many.
 */
export function metricsOf(asked: Trace.FeedbackStatsQuery["metrics"]): Metric[] {
  const entries = asked ?? [];
  refuseMore("metrics", entries.length, maxMetrics.limit);
  const bySlug = new Map<string, Metric>();
  for (const [at, entry] of entries.entries()) {
    const path = entry.json_path;
    if (path.split(".").includes("")) {
      throw new InvalidInput(
        `metrics.${at}.json_path is ${JSON.stringify(path)}: there must be a name before and after ` +
          "each dot.",
      );
    }
    const slug = path.replace(/[. ]/g, "_");
    const type = entry.value_type ?? "numeric";
    bySlug.set(slug, { path, slug, type, measures: measuresOf(entry, type, `metrics.${at}`) });
  }
  return [...bySlug.values()];
}

/** The figures of metrics, in their order. */
export function figuresOf(metrics: readonly Metric[]): Figure[] {
  return metrics.flatMap((metric) =>
    metric.measures.map((measure): Figure => {
      const isPercentile = typeof measure === "number";
      const short = `${isPercentile ? "p" : ""}${measure}`;
      const isNull = isPercentile || measure === "min" || measure === "max";
      const whenEmpty = isNull ? null : 0;
      return { metric, measure, short, name: `${short}_${metric.slug}`, whenEmpty };
    }),
  );
}

function measuresOf(
  { aggregations, percentiles }: Trace.FeedbackMetric,
  type: ValueType,
  place: string,
): readonly Measure[] {
  const levels = percentiles ?? [];
  refuseMore(`${place}.percentiles`, levels.length, maxPercentiles.limit);
  if (levels.length > 0 && type !== "numeric") {
    throw new InvalidInput(`${place} is ${type}: only numeric values have percentiles.`);
  }
  const given = aggregations?.length ? aggregations : byDefault[type];
  for (const measure of given) {
    if (allowed[type].includes(measure)) continue;
    throw new InvalidInput(
      `${place}.aggregations has ${measure}, but a ${type} metric has ${allowed[type].join(", ")}.`,
    );
  }
  return [...new Set([...given, ...levels])];
}

function refuseMore(list: string, count: number, limit: number): void {
  if (count <= limit) return;
  throw new InvalidInput(
    `${list} has ${count} entries; the limit is ${limit}. Send several requests.`,
  );
}
