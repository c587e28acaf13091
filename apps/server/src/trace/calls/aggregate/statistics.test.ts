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

  test("running calls have no latency, and an empty exception is one", async () => {
    await store({ at: 0, ms: 100, exception: "" });
    await scene.upsert([scene.start(scene.id(), { started_at: hour.start })]);
    const call_metrics: Trace.CallMetric[] = [
      { metric: "latency_ms", aggregations: ["count", "avg"] },
      { metric: "error_count" },
    ];
    const { call_buckets } = await stats({ call_metrics, granularity: 3600 });
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
    await store({ at: 0 });
    const call_metrics: Trace.CallMetric[] = [
      { metric: "call_count", aggregations: null, percentiles: null },
      { metric: "call_count", aggregations: [], percentiles: [] },
      { metric: "latency_ms", aggregations: [], percentiles: [50, 50] },
    ];
    const { call_buckets } = await stats({ call_metrics, granularity: 3600 });
    expect(call_buckets).toEqual([
      { timestamp: hour.start, sum_call_count: 1, p50_latency_ms: 1000, count: 1 },
    ]);
  });

  test("a call counts in the bucket in which it started, from start to before end", async () => {
    await store({ at: -0.001 }, { at: 0 }, { at: 1799.999 }, { at: 1800 }, { at: 3600 });
    const call_metrics: Trace.CallMetric[] = [{ metric: "call_count" }];
    const { call_buckets } = await stats({ call_metrics });
    expect(call_buckets.map(({ count }) => count)).toEqual([2, 1]);
  });

  test("the newest version of a call counts, and a deleted call does not", async () => {
    const [deleted = "", moved = ""] = await store({ at: 0 }, { at: 60 }, { at: 120 });
    const started_at = "2026-01-01T00:45:00Z";
    await scene.complete([
      scene.completedOf(moved, { started_at, ended_at: "2026-01-01T00:45:05Z" }),
    ]);
    await scene.delete([deleted]);
    const call_metrics: Trace.CallMetric[] = [{ metric: "latency_ms", aggregations: ["max"] }];
    const { call_buckets } = await stats({ call_metrics });
    expect(call_buckets.map(({ count, max_latency_ms }) => [count, max_latency_ms])).toEqual([
      [1, 1000],
      [1, 5000],
    ]);
  });

  test("months are in different parts of the store", async () => {
    const month = 31 * 86_400;
    await store({ at: -60 }, { at: 0 }, { at: month - 1 }, { at: month });
    const { call_buckets } = await stats({
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

describe("figures of usage", () => {
  const usage = (models: Record<string, object>): Partial<Trace.CompletedCall> => ({
    summary: { usage: models },
  });

  test("every model of the span in every bucket, by time and then by model", async () => {
    await store(
      { at: 0, ...usage({ b: { prompt_tokens: 5, input_tokens: 2, completion_tokens: 3 } }) },
      { at: 60, ...usage({ b: { input_tokens: 1, output_tokens: 4, total_tokens: 9 } }) },
      { at: 1800, ...usage({ a: { prompt_tokens: 7 }, b: { requests: 1 } }) },
      { at: 1900 },
    );
    const usage_metrics: Trace.UsageMetric[] = [
      { metric: "input_tokens", aggregations: all, percentiles: [50] },
      { metric: "output_tokens" },
      { metric: "total_tokens", aggregations: all, percentiles: [50] },
    ];
    const { usage_buckets, call_buckets } = await stats({ usage_metrics });
    expect(call_buckets).toEqual([]);
    const none = { sum_total_tokens: 0, avg_total_tokens: 0, count_total_tokens: 0 };
    const noTotal = { ...none, min_total_tokens: null, max_total_tokens: null };
    const input = (values: number[]): object => ({
      sum_input_tokens: values[0],
      avg_input_tokens: values[1],
      min_input_tokens: values[2],
      max_input_tokens: values[3],
      count_input_tokens: values[4],
      p50_input_tokens: values[5],
    });
    expect(usage_buckets).toEqual([
      {
        timestamp: "2026-01-01T00:00:00Z",
        model: "a",
        ...{ sum_input_tokens: 0, avg_input_tokens: 0, count_input_tokens: 0 },
        ...{ min_input_tokens: null, max_input_tokens: null, p50_input_tokens: null },
        sum_output_tokens: 0,
        ...noTotal,
        p50_total_tokens: null,
        count: 0,
      },
      {
        timestamp: "2026-01-01T00:00:00Z",
        model: "b",
        ...input([8, 4, 1, 7, 2, 4]),
        sum_output_tokens: 7,
        ...{ sum_total_tokens: 9, avg_total_tokens: 9, count_total_tokens: 1 },
        ...{ min_total_tokens: 9, max_total_tokens: 9, p50_total_tokens: 9 },
        count: 2,
      },
      {
        timestamp: "2026-01-01T00:30:00Z",
        model: "a",
        ...input([7, 7, 7, 7, 1, 7]),
        sum_output_tokens: 0,
        ...noTotal,
        p50_total_tokens: null,
        count: 1,
      },
      {
        timestamp: "2026-01-01T00:30:00Z",
        model: "b",
        ...input([0, 0, 0, 0, 1, 0]),
        sum_output_tokens: 0,
        ...noTotal,
        p50_total_tokens: null,
        count: 1,
      },
    ]);
  });

  test("tokens of the cache, each in its own figure", async () => {
    const cache = { cache_read_input_tokens: 3, cache_creation_input_tokens: 5 };
    await store({ at: 0, ...usage({ m: cache }) }, { at: 1, ...usage({ m: cache }) });
    const usage_metrics: Trace.UsageMetric[] = [
      { metric: "cache_read_input_tokens" },
      { metric: "cache_creation_input_tokens", aggregations: ["max"] },
    ];
    const { usage_buckets } = await stats({ usage_metrics, granularity: 3600 });
    expect(usage_buckets).toEqual([
      {
        timestamp: hour.start,
        model: "m",
        sum_cache_read_input_tokens: 6,
        max_cache_creation_input_tokens: 5,
        count: 2,
      },
    ]);
  });

  test("costs are sums only, and 0 as long as no prices are known", async () => {
    await store({ at: 0, ...usage({ m: { input_tokens: 3 } }) });
    const usage_metrics: Trace.UsageMetric[] = [
      { metric: "input_cost", aggregations: ["avg", "max"], percentiles: [50] },
      { metric: "output_cost" },
      { metric: "total_cost", aggregations: [] },
    ];
    const { usage_buckets } = await stats({ usage_metrics, granularity: 3600 });
    expect(usage_buckets).toEqual([
      {
        timestamp: hour.start,
        model: "m",
        sum_input_cost: 0,
        sum_output_cost: 0,
        sum_total_cost: 0,
        count: 1,
      },
    ]);
  });

  test("sums do not wrap around", async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const many = Array.from({ length: 1500 }, () => ({
      at: 0,
      ...usage({ m: { input_tokens: most } }),
    }));
    await store(...many);
    const usage_metrics: Trace.UsageMetric[] = [{ metric: "input_tokens" }];
    const { usage_buckets } = await stats({ usage_metrics, granularity: 3600 });
    expect(usage_buckets[0]!["sum_input_tokens"]).toBeCloseTo(1500 * most, -6);
  });

  test("no model, no rows; no metrics, no buckets", async () => {
    await store({ at: 0 });
    const asked = { usage_metrics: [{ metric: "input_tokens" as const }] };
    expect((await stats(asked)).usage_buckets).toEqual([]);
    expect(await stats()).toMatchObject({ usage_buckets: [], call_buckets: [] });
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
    const ids = await store(
      { at: 0, op_name: op },
      { at: 60, op_name: `${op}2`, thread_id: "t" },
      { at: 120, inputs: { of: "weave:///acme/p/object/o:v3" } },
      { at: 180, parent_id: "another" },
    );
    const call_metrics: Trace.CallMetric[] = [{ metric: "call_count" }];
    const { call_buckets } = await stats({ filter: filter(ids), call_metrics, granularity: 3600 });
    expect(call_buckets.map(({ count }) => count)).toEqual([expected]);
  });
});
