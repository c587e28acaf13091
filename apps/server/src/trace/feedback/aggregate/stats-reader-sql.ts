import type { ProjectId } from "../../../access/project-id.ts";
import type { Parameters } from "../../query/parameters.ts";
import { bucketSql } from "../../statistics/bucket-sql.ts";
import type { StatsRow } from "../../statistics/filled-buckets.ts";
import type { TimeBuckets } from "../../statistics/time-buckets.ts";
import { figureColumns, valueColumns } from "./figures-sql.ts";
import type { Figure, Metric } from "./metrics.ts";
import { feedbackIn } from "./span-rows-sql.ts";
import type { Span, StatsContext } from "./stats-span.ts";

/** The feedback of statistics. */
export interface StatsSelection {
  readonly project: ProjectId;
  readonly span: Span;
  readonly conditions: readonly string[];
  readonly parameters: Parameters;
  readonly buckets: TimeBuckets;
}

/** The figures of the buckets that have feedback, and of the whole span; undefined without any. */
export async function statsRows(
  { traces, signal }: StatsContext,
  { project, span, conditions, parameters, buckets }: StatsSelection,
  metrics: readonly Metric[],
  figures: readonly Figure[],
): Promise<{ rows: StatsRow[]; whole: StatsRow | undefined }> {
  const values = valueColumns(metrics, parameters).join(", ");
  const bucket = bucketSql(buckets, "created_at", parameters);
  const counted = ["count() AS count", ...figureColumns(figures, metrics)].join(", ");
  const found = await traces.query<StatsRow & { readonly isWhole: number }>(
    `SELECT bucket, grouping(bucket) AS isWhole, ${counted} FROM (
      SELECT ${bucket} AS bucket, ${values} FROM ${feedbackIn(project, span, conditions, parameters)}
    ) GROUP BY GROUPING SETS ((bucket), ())`,
    parameters.values,
    { signal, cost: "long" },
  );
  return {
    rows: found.filter(({ isWhole }) => isWhole === 0),
    whole: found.find(({ isWhole }) => isWhole === 1),
  };
}
