import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../../testing/test-app.ts";
import { callsHandlers } from "../handlers.ts";
import { CallScene } from "../testing/call-scene.ts";
import { CallAggregates } from "./call-aggregates.ts";

let scene: CallScene;
let app: ReturnType<typeof testApp>;
const nowUs = Date.UTC(2026, 5, 1, 12) * 1000 + 500_000;

beforeAll(async () => {
  scene = await CallScene.open();
  const aggregates = new CallAggregates(scene.stores.traces, () => nowUs);
  const calls = callsHandlers(scene.calls, aggregates);
  app = testApp({ calls }, scene.author, scene.stores.access);
  await scene.complete(
    Array.from({ length: 60 }, (_, at) =>
      scene.completedOf(scene.id(), { summary: { usage: { [`m${at}`]: { input_tokens: 1 } } } }),
    ),
  );
});
afterAll(() => scene[Symbol.asyncDispose]());

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function post(path: string, members: object): Promise<Answer> {
  const body = JSON.stringify({ project_id: scene.project_id, ...members });
  const headers = { "content-type": "application/json" };
  const response = await app.request(path, { method: "POST", headers, body });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

const start = "2026-01-01T00:00:00Z";
const end = "2026-01-02T00:00:00Z";
const latency = (more: object): object => ({ call_metrics: [{ metric: "latency_ms", ...more }] });
const tokens = { usage_metrics: [{ metric: "input_tokens" }] };

describe("a question for statistics that is refused", () => {
  test.each<[string, object, number, string]>([
    [
      "an unknown time zone",
      { timezone: "Europe/Atlantis" },
      400,
      'timezone is \\"Europe/Atlantis\\"',
    ],
    ["an offset for a time zone", { timezone: "+02:00" }, 400, 'timezone is \\"+02:00\\"'],
    ["a granularity of 0", { granularity: 0 }, 400, "granularity is 0; it must be at least 1."],
    ["a granularity of centuries", { granularity: 4_294_967_296 }, 400, "at most 4294967295"],
    [
      "an end before the start",
      { end: "2025-12-31T00:00:00Z" },
      400,
      "start is 2026-01-01T00:00:00Z, but end is 2025-12-31T00:00:00Z.",
    ],
    ["a start in the future", { start: "2027-01-01", end: null }, 400, "but now is 2026-06-01T12"],
    ["a year that no call can have", { start: "1969-12-31T00:00:00Z" }, 400, "1970 to 2105"],
    ["a day that does not exist", { start: "2026-02-31T00:00:00Z" }, 400, "does not exist"],
    [
      "an aggregation for feedback",
      latency({ aggregations: ["avg", "count_true"] }),
      400,
      "call_metrics.0.aggregations.1 is count_true, which is for feedback; calls have sum",
    ],
    [
      "count_false of usage",
      { usage_metrics: [{ metric: "total_tokens", aggregations: ["count_false"] }] },
      400,
      "usage_metrics.0.aggregations.0 is count_false",
    ],
    ["another aggregation", latency({ aggregations: ["median"] }), 400, "aggregations"],
    ["a percentile above 100", latency({ percentiles: [50, 100.1] }), 400, "percentiles"],
    ["a percentile below 0", latency({ percentiles: [-1] }), 400, "percentiles"],
    [
      "too many percentiles",
      latency({ percentiles: Array.from({ length: 21 }, (_, at) => at) }),
      400,
      "call_metrics.0.percentiles has 21 entries; the limit is 20.",
    ],
    [
      "too many metrics",
      { call_metrics: Array.from({ length: 101 }, () => ({ metric: "call_count" })) },
      400,
      "call_metrics has 101 entries; the limit is 100.",
    ],
    [
      "a long list in the filter",
      { filter: { op_names: Array(1001).fill("op") } },
      400,
      "op_names",
    ],
    [
      "more models and buckets than one answer may have",
      { granularity: 10, ...tokens },
      400,
      "The answer would have 8640 buckets for each of at least 60 models with 2 numbers each; the " +
        "limit is 500000 numbers.",
    ],
    [
      "more figures and buckets than one answer may have",
      {
        granularity: 10,
        call_metrics: ["latency_ms", "call_count", "error_count"].map((metric) => ({
          metric,
          percentiles: Array.from({ length: 20 }, (_, at) => at),
        })),
      },
      400,
      "The answer would have 8640 buckets with 64 numbers each",
    ],
    ["an unknown metric", { call_metrics: [{ metric: "cost" }] }, 422, ""],
  ])("%s", async (_, members, status, reason) => {
    const answer = await post("/calls/stats", { start, end, ...members });
    expect([answer.status, answer.body]).toEqual([status, expect.anything()]);
    expect(JSON.stringify(answer.body)).toContain(reason);
  });
});

describe("a question for statistics that is answered", () => {
  test("with nulls in place of all that is not given", async () => {
    const nothing = { end: null, granularity: null, filter: null, timezone: null };
    const metric = { aggregations: null, percentiles: null };
    const { status, body } = await post("/calls/stats", {
      start: "2026-06-01T11:59:00",
      ...nothing,
      usage_metrics: null,
      call_metrics: [{ metric: "call_count", ...metric }],
    });
    expect([status, body]).toEqual([
      200,
      {
        start: "2026-06-01T11:59:00Z",
        end: "2026-06-01T12:00:00.500000Z",
        granularity: 300,
        timezone: "UTC",
        usage_buckets: [],
        call_buckets: [
          { timestamp: "2026-06-01T11:55:00Z", sum_call_count: 0, count: 0 },
          { timestamp: "2026-06-01T12:00:00Z", sum_call_count: 0, count: 0 },
        ],
      },
    ]);
  });

  test.each([
    [2, 300],
    [2.001, 3_600],
    [12, 3_600],
    [13, 21_600],
    [72, 21_600],
    [73, 43_200],
    [14 * 24, 43_200],
    [15 * 24, 86_400],
  ])("%d hours in steps that suit them", async (hours, granularity) => {
    const until = new Date(Date.parse(start) + hours * 3_600_000).toISOString();
    const { body } = await post("/calls/stats", { start, end: until, ...latency({}) });
    expect(body["granularity"]).toBe(granularity);
  });

  test("with longer steps if there were more than 10,000 buckets", async () => {
    const asked = { start, end: "2026-01-01T02:46:41Z", granularity: 1, ...latency({}) };
    const { body } = await post("/calls/stats", asked);
    expect(body["granularity"]).toBe(2);
    expect(body["call_buckets"]).toHaveLength(5_001);
    const exact = await post("/calls/stats", { ...asked, end: "2026-01-01T02:46:40Z" });
    expect(exact.body["call_buckets"]).toHaveLength(10_000);
  });

  test("over all years in any zone", async () => {
    const all = { start: "1970-01-01", end: "2105-12-31", granularity: 1 };
    const asked = { ...all, timezone: "America/New_York", ...latency({}) };
    const { status, body } = await post("/calls/stats", asked);
    expect([status, body["granularity"]]).toEqual([200, 429_167]);
    const buckets = body["call_buckets"] as { count: number }[];
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(60);
  });

  test("by days of a zone", async () => {
    const asked = {
      start: "2026-03-28T12:00:00+01:00",
      end: "2026-03-31T00:00:00+02:00",
      granularity: 86_400,
      timezone: "Europe/Berlin",
      ...latency({}),
    };
    const { body } = await post("/calls/stats", asked);
    const buckets = body["call_buckets"] as { timestamp: string }[];
    expect(buckets.map(({ timestamp }) => timestamp)).toEqual([
      "2026-03-27T23:00:00Z",
      "2026-03-28T23:00:00Z",
      "2026-03-29T22:00:00Z",
    ]);
  });
});

describe("usage", () => {
  test("by a filter, with nulls in place of all that is not given", async () => {
    const nothing = { filter: null, query: null, include_costs: null, limit: null };
    const { status, body } = await post("/trace/usage", nothing);
    expect(status).toBe(200);
    expect(Object.keys(body["call_usage"] as object)).toHaveLength(60);
  });

  test("by ids", async () => {
    const asked = { call_ids: ["unknown"], include_costs: true, limit: null };
    expect(await post("/calls/usage", asked)).toEqual({
      status: 200,
      body: { call_usage: { unknown: {} }, unfinished_call_ids: [] },
    });
  });

  test.each<[string, string, object, string]>([
    [
      "a limit of 0",
      "/calls/usage",
      { call_ids: [], limit: 0 },
      "limit is 0; it must be at least 1.",
    ],
    ["a negative limit", "/trace/usage", { limit: -1 }, "limit is -1; it must not be negative."],
    [
      "too many ids",
      "/trace/usage",
      { filter: { call_ids: Array(1001).fill("c") } },
      "filter.call_ids has 1001",
    ],
    ["an empty query", "/trace/usage", { query: { $expr: { $and: [] } } }, "$and"],
  ])("%s is refused", async (_, path, members, reason) => {
    const { status, body } = await post(path, members);
    expect([status, body]).toEqual([400, expect.anything()]);
    expect(JSON.stringify(body)).toContain(reason);
  });
});
