import type { Trace } from "@heddle/types";
import type { ProjectId } from "../../../access/project-id.ts";
import { timeText } from "../../instant.ts";
import { Parameters } from "../../query/parameters.ts";
import { askedZone } from "../../statistics/asked-zone.ts";
import {
  bucketNumbers,
  filledBuckets,
  refuseTooMany,
  type StatsRow,
} from "../../statistics/filled-buckets.ts";
import { granularityOf } from "../../statistics/granularity.ts";
import { timeBuckets } from "../../statistics/time-buckets.ts";
import type { WithoutProject } from "../../without-project.ts";
import { type Figure, figuresOf, metricsOf } from "./metrics.ts";
import { statsRows } from "./stats-reader-sql.ts";
import { statsConditions } from "./span-rows-sql.ts";
import { spanOf, type StatsContext } from "./stats-span.ts";

/** A question for statistics, without its project. */
export type StatsQuery = WithoutProject<Trace.FeedbackStatsQuery>;

type WindowStats = NonNullable<Trace.FeedbackStats["window_stats"]>;

/** Seconds of a bucket in an answer that has none. */
const withoutMetrics = 3_600;

/**
 * Sums up the values of payloads in buckets of time.
 *
 * @throws SpanRefused, and InvalidInput for a zone, a granularity or a figure that does not exist.
 */
export async function feedbackStats(
  context: StatsContext,
  project: ProjectId,
  request: StatsQuery,
): Promise<Trace.FeedbackStats> {
  const timezone = request.timezone ?? "UTC";
  const zone = askedZone(timezone);
  const span = spanOf(request, context.nowUs);
  const metrics = metricsOf(request.metrics);
  const figures = figuresOf(metrics);
  const granularity = granularityOf(request.granularity, span.start, span.end);
  const shown = { start: timeText(span.start), end: timeText(span.end), timezone };
  if (metrics.length === 0) {
    return { ...shown, granularity: withoutMetrics, buckets: [], window_stats: null };
  }
  const buckets = timeBuckets(zone, span.start, span.end, granularity);
  refuseTooMany(buckets.starts, 1, figures);
  const parameters = new Parameters();
  const conditions = await statsConditions(context, request, parameters);
  const selection = { project, span, conditions, parameters, buckets };
  const { rows, whole } =
    buckets.starts.length === 0
      ? { rows: [], whole: undefined }
      : await statsRows(context, selection, metrics, figures);
  return {
    ...shown,
    granularity,
    buckets: await filledBuckets(buckets.starts, rows, figures),
    window_stats: windowStats(whole, figures),
  };
}

function windowStats(whole: StatsRow | undefined, figures: readonly Figure[]): WindowStats {
  const numbers = bucketNumbers(whole, figures);
  const stats: WindowStats = {};
  for (const { metric, short, name } of figures) {
    (stats[metric.slug] ??= {})[short] = numbers[name] ?? null;
  }
  return stats;
}
