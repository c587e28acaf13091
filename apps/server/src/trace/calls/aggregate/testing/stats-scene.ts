import type { Trace } from "@heddle/types";
import { CallScene } from "../../testing/call-scene.ts";
import { CallAggregates } from "../call-aggregates.ts";

/** The hour that is asked for by default. */
export const hour = { start: "2026-01-01T00:00:00Z", end: "2026-01-01T01:00:00Z" } as const;

/** A call in the hour: when it began, in seconds after its start, and how long it took. */
export interface TimedCall extends Partial<Trace.CompletedCall> {
  readonly at: number;
  readonly ms?: number;
}

/** Calls within an hour, and statistics of them. */
export class StatsScene implements AsyncDisposable {
  readonly calls: CallScene;
  readonly #aggregates: CallAggregates;

  private constructor(calls: CallScene) {
    this.calls = calls;
    this.#aggregates = new CallAggregates(calls.stores.traces);
  }

  static async open(): Promise<StatsScene> {
    return new StatsScene(await CallScene.open());
  }

  /** Stores calls, and returns their ids. */
  async store(...calls: TimedCall[]): Promise<string[]> {
    const begin = Date.parse(hour.start);
    const whole = calls.map(({ at, ms = 1000, ...more }) => {
      const started_at = new Date(begin + at * 1000).toISOString();
      const ended_at = new Date(begin + at * 1000 + ms).toISOString();
      return this.calls.completedOf(this.calls.id(), { started_at, ended_at, ...more });
    });
    await this.calls.complete(whole);
    return whole.map(({ id }) => id);
  }

  /** Asks for the hour, in halves. */
  stats(query: Partial<Trace.CallsStatsQuery> = {}): Promise<Trace.CallsStats> {
    const { author, project, signal } = this.calls;
    const request = { ...hour, granularity: 1800, ...query };
    return this.#aggregates.stats.of(author, project, request, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.calls[Symbol.asyncDispose]();
  }
}

type Number = number | null;
type Six = readonly [Number, Number, Number, Number, Number, Number];

/** Sum, average, least, most, count and median of a metric, as members of a bucket. */
export function allOf(metric: string, numbers: Six): Record<string, Number> {
  const kinds = ["sum", "avg", "min", "max", "count", "p50"];
  return Object.fromEntries(kinds.map((kind, at) => [`${kind}_${metric}`, numbers[at]!]));
}

/** Every aggregation of calls. */
export const aggregations: NonNullable<Trace.CallMetric["aggregations"]> = [
  "sum",
  "avg",
  "min",
  "max",
  "count",
];
