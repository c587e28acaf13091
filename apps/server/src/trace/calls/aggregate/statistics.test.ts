import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aggregations, allOf, hour, StatsScene } from "./testing/stats-scene.ts";

let scene: StatsScene;

beforeAll(async () => {
  scene = await StatsScene.open();
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.calls.enterNewProject());

describe("figures of calls", () => {
  test("every aggregation and percentile, and a bucket without calls", async () => {
    await scene.store(
      { at: 0, ms: 100 },
      { at: 60, ms: 200 },
      { at: 120, ms: 600, exception: "no" },
    );
    const call_metrics: Trace.CallMetric[] = [
      { metric: "latency_ms", aggregations, percentiles: [0, 50, 99.9, 100] },
      { metric: "call_count" },
      { metric: "error_count", aggregations: ["sum", "avg"] },
    ];
    const { call_buckets, usage_buckets, ...rest } = await scene.stats({ call_metrics });
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
        ...allOf("latency_ms", [900, 300, 100, 600, 3, 200]),
        p0_latency_ms: 100,
        "p99.9_latency_ms": 599.2,
        p100_latency_ms: 600,
        sum_call_count: 3,
        sum_error_count: 1,
        avg_error_count: 1 / 3,
        count: 3,
      },
      {
        timestamp: "2026-01-01T00:30:00Z",
        ...allOf("latency_ms", [0, 0, null, null, 0, null]),
        p0_latency_ms: null,
        "p99.9_latency_ms": null,
        p100_latency_ms: null,
        sum_call_count: 0,
        sum_error_count: 0,
        avg_error_count: 0,
        count: 0,
      },
    ]);
  });

  test("running calls have no latency, and an empty exception is one", async () => {
    await scene.store({ at: 0, ms: 100, exception: "" });
    await scene.calls.upsert([scene.calls.start(scene.calls.id(), { started_at: hour.start })]);
    const call_metrics: Trace.CallMetric[] = [
      { metric: "latency_ms", aggregations: ["count", "avg"] },
      { metric: "error_count" },
    ];
    const { call_buckets } = await scene.stats({ call_metrics, granularity: 3600 });
    expect(call_buckets).toEqual([
      {
        timestamp: hour.start,
        count_latency_ms: 1,
        avg_latency_ms: 100,
        sum_error_count: 1,
        count: 2,
      },
    ]);
  });

  test("without an aggregation or a percentile it is the sum; a figure is there once", async () => {
    await scene.store({ at: 0 });
    const call_metrics: Trace.CallMetric[] = [
      { metric: "call_count", aggregations: null, percentiles: null },
      { metric: "call_count", aggregations: [], percentiles: [] },
      { metric: "latency_ms", aggregations: [], percentiles: [50, 50] },
    ];
    const { call_buckets } = await scene.stats({ call_metrics, granularity: 3600 });
    expect(call_buckets).toEqual([
      { timestamp: hour.start, sum_call_count: 1, p50_latency_ms: 1000, count: 1 },
    ]);
  });

  test("a call counts in the bucket in which it started, from start to before end", async () => {
    await scene.store({ at: -0.001 }, { at: 0 }, { at: 1799.999 }, { at: 1800 }, { at: 3600 });
    const call_metrics: Trace.CallMetric[] = [{ metric: "call_count" }];
    const { call_buckets } = await scene.stats({ call_metrics });
    expect(call_buckets.map(({ count }) => count)).toEqual([2, 1]);
  });

  test("the newest version of a call counts, and a deleted call does not", async () => {
    const [deleted = "", moved = ""] = await scene.store({ at: 0 }, { at: 60 }, { at: 120 });
    const started_at = "2026-01-01T00:45:00Z";
    await scene.calls.complete([
      scene.calls.completedOf(moved, { started_at, ended_at: "2026-01-01T00:45:05Z" }),
    ]);
    await scene.calls.delete([deleted]);
    const call_metrics: Trace.CallMetric[] = [{ metric: "latency_ms", aggregations: ["max"] }];
    const { call_buckets } = await scene.stats({ call_metrics });
    expect(call_buckets.map(({ count, max_latency_ms }) => [count, max_latency_ms])).toEqual([
      [1, 1000],
      [1, 5000],
    ]);
  });

  test("months are in different parts of the store", async () => {
    const month = 31 * 86_400;
    await scene.store({ at: -60 }, { at: 0 }, { at: month - 1 }, { at: month });
    const { call_buckets } = await scene.stats({
      start: "2025-12-31T00:00:00Z",
      end: "2026-02-02T00:00:00Z",
      granularity: 86_400,
      call_metrics: [{ metric: "call_count" }],
    });
    expect(call_buckets).toHaveLength(33);
    const counted = call_buckets.filter(({ count }) => count > 0);
    expect(counted.map(({ timestamp, count }) => `${timestamp} ${count}`)).toEqual([
      "2025-12-31T00:00:00Z 1",
      "2026-01-01T00:00:00Z 1",
      "2026-01-31T00:00:00Z 1",
      "2026-02-01T00:00:00Z 1",
    ]);
  });
});

describe("only calls that match count", () => {
  const op = "weave:///acme/p/op/answer:v1";

  test.each<[string, (ids: string[]) => Trace.CallsFilter, number]>([
    ["every version of an op", () => ({ op_names: ["weave:///acme/p/op/answer:*"] }), 2],
    ["roots", () => ({ trace_roots_only: true }), 3],
    ["a thread", () => ({ thread_ids: ["t"] }), 1],
    ["no thread", () => ({ thread_ids: [] }), 0],
    ["a ref in the inputs", () => ({ input_refs: ["weave:///acme/p/object/o:*"] }), 1],
    ["ids", (ids) => ({ call_ids: [ids[0]!, ids[3]!, "unknown"] }), 2],
    ["ids that are not there", () => ({ call_ids: ["unknown"] }), 0],
    ["all", () => ({ call_ids: [], op_names: null }), 4],
  ])("%s", async (_, filter, expected) => {
    const ids = await scene.store(
      { at: 0, op_name: op },
      { at: 60, op_name: `${op}2`, thread_id: "t" },
      { at: 120, inputs: { of: "weave:///acme/p/object/o:v3" } },
      { at: 180, parent_id: "another" },
    );
    const call_metrics: Trace.CallMetric[] = [{ metric: "call_count" }];
    const { call_buckets } = await scene.stats({
      filter: filter(ids),
      call_metrics,
      granularity: 3600,
    });
    expect(call_buckets.map(({ count }) => count)).toEqual([expected]);
  });
});
