import type { Trace } from "@heddle/types";
import type { Project } from "../../../access/project-id.ts";
import type { Requester } from "../../../access/requester.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import { type Instant, timeText } from "../../instant.ts";
import { Parameters } from "../../query/parameters.ts";
import { askedZone } from "../../statistics/asked-zone.ts";
import { filledBuckets, mostRows, refuseTooMany } from "../../statistics/filled-buckets.ts";
import { granularityOf } from "../../statistics/granularity.ts";
import { timeBuckets } from "../../statistics/time-buckets.ts";
import type { WithoutProject } from "../../without-project.ts";
import { compileFilter } from "../read/call-filter-sql.ts";
import { moment } from "../record/moment.ts";
import { type Figure, figuresOf } from "./figures.ts";
import { usageBuckets } from "./filled-buckets.ts";
import { StatsReader, type StatsSelection } from "./stats-reader-sql.ts";

type StatsQuery = WithoutProject<Trace.CallsStatsQuery>;

/** Sums up calls in buckets of time. */
export class CallStats {
  readonly #reader: StatsReader;
  readonly #nowUs: () => number;

  /** `nowUs` gives µs since 1970. */
  constructor(traces: Traces, nowUs: () => number) {
    this.#reader = new StatsReader(traces);
    this.#nowUs = nowUs;
  }

  /**
   * The statistics of the matching calls.
   *
   * @throws InvalidInput for a time, a zone, a granularity or an aggregation that does not exist,
   * and for an answer that would be too large.
   */
  async of(
    requester: Requester,
    { id: projectId }: Project,
    request: StatsQuery,
    signal: AbortSignal,
  ): Promise<Trace.CallsStats> {
    const zone = askedZone(request.timezone ?? "UTC");
    const { start, end } = this.#spanOf(request);
    const granularity = granularityOf(request.granularity, start, end);
    const ofCalls = figuresOf("call_metrics", request.call_metrics);
    const ofUsage = figuresOf("usage_metrics", request.usage_metrics);
    const parameters = new Parameters();
    const filter = compileFilter(request.filter, parameters, requester.projects);
    const buckets = timeBuckets(zone, start, end, granularity);
    for (const figures of [ofCalls, ofUsage]) refuseTooMany(buckets.starts, 1, figures);
    const selection = { projectId, filter, parameters, start, end, buckets };
    return {
      start: timeText(start),
      end: timeText(end),
      granularity,
      timezone: request.timezone ?? "UTC",
      usage_buckets: await this.#usageBuckets(selection, ofUsage, signal),
      call_buckets: await this.#callBuckets(selection, ofCalls, signal),
    };
  }

  async #callBuckets(
    selection: StatsSelection,
    figures: readonly Figure[],
    signal: AbortSignal,
  ): Promise<Trace.CallBucket[]> {
    const { starts } = selection.buckets;
    if (figures.length === 0 || starts.length === 0) return [];
    const rows = await this.#reader.ofCalls(selection, figures, signal);
    return filledBuckets(starts, rows, figures);
  }

  async #usageBuckets(
    selection: StatsSelection,
    figures: readonly Figure[],
    signal: AbortSignal,
  ): Promise<Trace.UsageBucket[]> {
    const { starts } = selection.buckets;
    if (figures.length === 0 || starts.length === 0) return [];
    // One row too many is enough to refuse the answer: it has at least as many as there are rows.
    const rows = await this.#reader.ofModels(selection, figures, mostRows(figures) + 1, signal);
    return usageBuckets(starts, rows, figures);
  }

  #spanOf({ start, end }: StatsQuery): { start: Instant; end: Instant } {
    const from = moment(start, "start");
    const until = end === undefined || end === null ? this.#nowUs() : moment(end, "end");
    if (from <= until) return { start: from, end: until };
    const given = end === undefined || end === null ? "now" : "end";
    throw new InvalidInput(
      `start is ${timeText(from)}, but ${given} is ${timeText(until)}. Send a start before it.`,
    );
  }
}
