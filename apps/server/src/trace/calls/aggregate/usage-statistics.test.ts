import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aggregations, allOf, hour, StatsScene } from "./testing/stats-scene.ts";

let scene: StatsScene;

beforeAll(async () => {
  scene = await StatsScene.open();
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.calls.enterNewProject());

describe("figures of usage", () => {
  const usage = (
    models: NonNullable<Trace.CompletedCall["summary"]["usage"]>,
  ): Partial<Trace.CompletedCall> => ({
    summary: { usage: models },
  });

  test("every model of the span in every bucket, by time and then by model", async () => {
    await scene.store(
      { at: 0, ...usage({ b: { prompt_tokens: 5, input_tokens: 2, completion_tokens: 3 } }) },
      { at: 60, ...usage({ b: { input_tokens: 1, output_tokens: 4, total_tokens: 9 } }) },
      { at: 1800, ...usage({ a: { prompt_tokens: 7 }, b: { requests: 1 } }) },
      { at: 1900 },
    );
    const usage_metrics: Trace.UsageMetric[] = [
      { metric: "input_tokens", aggregations, percentiles: [50] },
      { metric: "output_tokens" },
      { metric: "total_tokens", aggregations, percentiles: [50] },
    ];
    const { usage_buckets, call_buckets } = await scene.stats({ usage_metrics });
    expect(call_buckets).toEqual([]);
    const input = (...numbers: Parameters<typeof allOf>[1]): object =>
      allOf("input_tokens", numbers);
    const total = (...numbers: Parameters<typeof allOf>[1]): object =>
      allOf("total_tokens", numbers);
    const [first, second] = ["2026-01-01T00:00:00Z", "2026-01-01T00:30:00Z"];
    expect(usage_buckets).toEqual([
      {
        timestamp: first,
        model: "a",
        ...input(0, 0, null, null, 0, null),
        sum_output_tokens: 0,
        ...total(0, 0, null, null, 0, null),
        count: 0,
      },
      {
        timestamp: first,
        model: "b",
        ...input(8, 4, 1, 7, 2, 4),
        sum_output_tokens: 7,
        ...total(9, 9, 9, 9, 1, 9),
        count: 2,
      },
      {
        timestamp: second,
        model: "a",
        ...input(7, 7, 7, 7, 1, 7),
        sum_output_tokens: 0,
        ...total(0, 0, null, null, 0, null),
        count: 1,
      },
      {
        timestamp: second,
        model: "b",
        ...input(0, 0, 0, 0, 1, 0),
        sum_output_tokens: 0,
        ...total(0, 0, null, null, 0, null),
        count: 1,
      },
    ]);
  });

  test("tokens of the cache, each in its own figure", async () => {
    const cache = { cache_read_input_tokens: 3, cache_creation_input_tokens: 5 };
    await scene.store({ at: 0, ...usage({ m: cache }) }, { at: 1, ...usage({ m: cache }) });
    const usage_metrics: Trace.UsageMetric[] = [
      { metric: "cache_read_input_tokens" },
      { metric: "cache_creation_input_tokens", aggregations: ["max"] },
    ];
    const { usage_buckets } = await scene.stats({ usage_metrics, granularity: 3600 });
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
    await scene.store({ at: 0, ...usage({ m: { input_tokens: 3 } }) });
    const usage_metrics: Trace.UsageMetric[] = [
      { metric: "input_cost", aggregations: ["avg", "max"], percentiles: [50] },
      { metric: "output_cost" },
      { metric: "total_cost", aggregations: [] },
    ];
    const { usage_buckets } = await scene.stats({ usage_metrics, granularity: 3600 });
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
    await scene.store(...many);
    const usage_metrics: Trace.UsageMetric[] = [{ metric: "input_tokens" }];
    const { usage_buckets } = await scene.stats({ usage_metrics, granularity: 3600 });
    expect(usage_buckets[0]!["sum_input_tokens"]).toBeCloseTo(1500 * most, -6);
  });

  test("no model, no rows; no metrics, no buckets", async () => {
    await scene.store({ at: 0 });
    const asked = { usage_metrics: [{ metric: "input_tokens" as const }] };
    expect((await scene.stats(asked)).usage_buckets).toEqual([]);
    expect(await scene.stats()).toMatchObject({ usage_buckets: [], call_buckets: [] });
  });
});
