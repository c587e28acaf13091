import type { Trace } from "@heddle/types";
import type { ProjectId } from "../../../access/project-id.ts";
import { requestBounds, tooManyEntries } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import { firstInstant, lastInstant } from "../../instant.ts";
import { Parameters } from "../../query/parameters.ts";
import type { WithoutProject } from "../../without-project.ts";
import { aggregateConditions, aggregateRows } from "./aggregate-sql.ts";

/** A question for an aggregate, without its project. */
export type AggregateQuery = WithoutProject<Trace.FeedbackAggregateQuery>;

const maxGroups = requestBounds.feedbackGroups.limit;
const maxSeconds = requestBounds.bucketSeconds.limit;
const lists = [
  "feedback_types",
  "tags",
  "monitor_ids",
  "scorer_ids",
  "span_agent_names",
  "span_types",
  "group_by",
] as const;

/**
 * Counts the tags and ratings of feedback by time and by group.
 *
 * @throws InvalidInput for a list or a bucket beyond its limit, and for too many groups.
 */
export async function feedbackAggregate(
  traces: Traces,
  project: ProjectId,
  request: AggregateQuery,
  signal: AbortSignal,
): Promise<Trace.FeedbackAggregate> {
  for (const list of lists) {
    const problem = tooManyEntries(list, request[list]?.length ?? 0);
    if (problem !== undefined) throw new InvalidInput(problem);
  }
  const seconds = request.time_bucket_seconds ?? null;
  if (seconds !== null && seconds > maxSeconds) {
    throw new InvalidInput(`time_bucket_seconds is ${seconds}; it must be at most ${maxSeconds}.`);
  }
  const { after_ms, before_ms } = request;
  const span = { start: instantOf(after_ms), end: instantOf(before_ms) };
  const parameters = new Parameters();
  const conditions = aggregateConditions(request, parameters);
  const dimensions = [...new Set(request.group_by)];
  const selection = { project, span, conditions, parameters, seconds, dimensions };
  const rows =
    span.start < span.end ? await aggregateRows(traces, selection, maxGroups + 1, signal) : [];
  if (rows.length > maxGroups) {
    throw new InvalidInput(
      `The feedback makes more than ${maxGroups} groups, which is the limit. Ask for a shorter ` +
        "time, larger buckets or fewer dimensions.",
    );
  }
  const buckets = rows.map(
    ({ bucket, names, total_count, scored_count, tag_counts, rating_counts, rating_sums }) => ({
      time_bucket_start_ms: bucket,
      group: Object.fromEntries(dimensions.map((name, at) => [name, names[at] ?? ""])),
      total_count,
      scored_count,
      tag_counts,
      rating_counts,
      rating_sums,
    }),
  );
  return { time_bucket_seconds: seconds, after_ms, before_ms, buckets };
}

/** The moment of these ms, within the range of the column. */
function instantOf(ms: number): number {
  return Math.min(Math.max(ms * 1000, firstInstant), lastInstant);
}
