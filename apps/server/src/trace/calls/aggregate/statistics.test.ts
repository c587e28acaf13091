import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { InvalidInput } from "../../../refusals/refusal.ts";
import { CallScene } from "../testing/call-scene.ts";
import { CallAggregates } from "./call-aggregates.ts";

let scene: CallScene;
let aggregates: CallAggregates;
let now = Date.UTC(2026, 0, 2) * 1000;

beforeAll(async () => {
  scene = await CallScene.open();
  aggregates = new CallAggregates(scene.stores.traces, () => now);
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.enterNewProject());

type Query = Partial<Trace.CallsStatsQuery>;

const hour = { start: "2026-01-01T00:00:00Z", end: "2026-01-01T01:00:00Z" };

function stats(query: Query = {}): Promise<Trace.CallsStats> {
  const request = { ...hour, granularity: 1800, ...query };
  return aggregates.stats.of(scene.author, scene.project, request, scene.signal);
}

/** Stores calls that began so many seconds after the hour and took so many ms. */
async function store(
  ...calls: (Partial<Trace.CompletedCall> & { at: number; ms?: number })[]
): Promise<string[]> {
  const begin = Date.UTC(2026, 0, 1);
  const whole = calls.map(({ at, ms = 1000, ...more }) => {
    const started_at = new Date(begin + at * 1000).toISOString();
    const ended_at = new Date(begin + at * 1000 + ms).toISOString();
    return scene.completedOf(scene.id(), { started_at, ended_at, ...more });
  });
  await scene.complete(whole);
  return whole.map(({ id }) => id);
}

const all: Trace.CallMetric["aggregations"] = ["sum", "avg", "min", "max", "count"];

describe("figures of calls", () => {
  test("every aggregation and percentile, and a bucket without calls", async () => {
    await store({ at: 0, ms: 100 }, { at: 60, ms: 200 }, { at: 120, ms: 600, exception: "no" });
    const call_metrics: Trace.CallMetric[] = [
      { metric: "latency_ms", aggregations: all, percentiles: [0, 50, 99.9, 100] },
      { metric: "call_count" },
      { metric: "error_count", aggregations: ["sum", "avg"] },
    ];
    const { call_buckets, usage_buckets, ...rest } = await stats({ call_metrics });
    expect(rest).toEqual({
      start: "2026-01-01T00:00:00Z",
      end: "2026-01-01T01:00:00Z",
      granularity: 1800,
      timezone: "UTC",
    });
    expect(usage_buckets).toEqual([]);
    expect(call_buckets).toEqual([
      {
        timestamp: "2026-01-01T00:00:00Z",
        sum_latency_ms: 900,
        avg_latency_ms: 300,
        min_latency_ms: 100,
        max_latency_ms: 600,
        count_latency_ms: 3,
        p0_latency_ms: 100,
        p50_latency_ms: 200,
        "p99.9_latency_ms": 599.2,
        p100_latency_ms: 600,
        sum_call_count: 3,
        sum_error_count: 1,
        avg_error_count: 1 / 3,
        count: 3,
      },
      {
        timestamp: "2026-01-01T00:30:00Z",
        sum_latency_ms: 0,
        avg_latency_ms: 0,
        min_latency_ms: null,
        max_latency_ms: null,
        count_latency_ms: 0,
        p0_latency_ms: null,
        p50_latency_ms: null,
        "p99.9_latency_ms": null,
        p100_latency_ms: null,
        sum_call_count: 0,
        sum_error_count: 0,
        avg_error_count: 0,
        count: 0,
      },
    ]);
  });
});
