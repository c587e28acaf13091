import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../../testing/trace-app.ts";
import { FeedbackScene } from "../testing/feedback-scene.ts";

/** A row as the store has it: when it was created, and what was found. */
interface Past {
  readonly at: string;
  readonly payload: object;
  readonly feedback_type?: string;
  readonly trigger_ref?: string;
  readonly is_deleted?: 0 | 1;
  readonly id?: string;
  readonly version?: number;
}

let scene: FeedbackScene;
let rows = 0;

beforeAll(async () => {
  scene = await FeedbackScene.open();
  scene.enterNewProject();
});
afterAll(() => scene[Symbol.asyncDispose]());

/** Stores rows in the past, which no request can. */
async function past(...all: readonly Past[]): Promise<void> {
  const project_id = Buffer.from(scene.project_id).toString("base64url");
  const lines = all.map(({ at, payload, ...more }) => {
    rows += 1;
    const own = { project_id, id: `past${rows}`, created_at: at, version: rows };
    return JSON.stringify({ ...own, payload: JSON.stringify(payload), ...more });
  });
  await scene.stores.traces.insert("feedback", lines, crypto.randomUUID());
}

const hour = { start: "2026-01-01T10:00:00Z", end: "2026-01-01T11:00:00Z", granularity: 1_800 };

function ask(path: string, asked: object): Promise<Answer> {
  return scene.ask(path, { project_id: scene.project_id, ...asked });
}

async function stats(asked: object): Promise<Trace.FeedbackStats> {
  const answer = await ask("/feedback/stats", { ...hour, ...asked });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as unknown as Trace.FeedbackStats;
}

async function paths(asked: object = {}): Promise<string> {
  const { start, end } = hour;
  const answer = await ask("/feedback/payload_schema", { start, end, ...asked });
  if (answer.status !== 200) throw new Error(answer.text);
  const found = answer.body["paths"] as Trace.FeedbackPayloadPath[];
  return found.map(({ json_path, value_type }) => `${json_path}:${value_type}`).join(" ");
}

const first = "2026-01-01 10:00:00.000000";
const early = "2026-01-01 10:10:00";
const late = "2026-01-01 10:40:00";
const after = "2026-01-01 11:00:00.000000";
const score = (value: unknown): object => ({ output: { score: value } });

describe("statistics", () => {
  beforeAll(async () => {
    scene.enterNewProject();
    await past(
      { at: first, payload: score(1), feedback_type: "a" },
      { at: early, payload: score(2), feedback_type: "a" },
      { at: early, payload: score("3"), feedback_type: "a" },
      { at: early, payload: score(true), feedback_type: "a" },
      { at: early, payload: {}, feedback_type: "a" },
      { at: late, payload: score(9), feedback_type: "b", trigger_ref: "x:1" },
      { at: late, payload: score(0.5), feedback_type: "b", trigger_ref: "x:2" },
      { at: late, payload: score(100), feedback_type: "b", id: "gone", version: 1 },
      { at: late, payload: {}, is_deleted: 1, id: "gone", version: 2 },
      { at: late, payload: score(100), id: "moved", version: 1 },
      { at: after, payload: score(100), id: "moved", version: 2 },
    );
  });

  test("have each figure of each bucket and of the whole span", async () => {
    const numeric = ["sum", "avg", "min", "max", "count"];
    const { buckets, window_stats, ...shown } = await stats({
      metrics: [{ json_path: "output.score", aggregations: numeric, percentiles: [50, 99.9] }],
    });
    expect(shown).toEqual({
      start: hour.start,
      end: hour.end,
      granularity: 1_800,
      timezone: "UTC",
    });
    const of = (
      sum: number,
      avg: number,
      min: number,
      max: number,
      p50: number,
      p99: number,
    ): object => ({
      count_output_score: 2,
      sum_output_score: sum,
      avg_output_score: avg,
      min_output_score: min,
      max_output_score: max,
      p50_output_score: p50,
      "p99.9_output_score": p99,
    });
    expect(buckets).toEqual([
      { timestamp: "2026-01-01T10:00:00Z", count: 5, ...of(3, 1.5, 1, 2, 1.5, 1.999) },
      { timestamp: "2026-01-01T10:30:00Z", count: 2, ...of(9.5, 4.75, 0.5, 9, 4.75, 8.9915) },
    ]);
    const whole = window_stats?.["output_score"];
    expect(whole).toMatchObject({ sum: 12.5, avg: 3.125, min: 0.5, max: 9, count: 4, p50: 1.5 });
    expect(whole?.["p99.9"]).toBeCloseTo(8.979, 10);
  });

  test.each<[what: string, metric: object, figures: object]>([
    ["numbers", {}, { avg_output_score: 1.5, min_output_score: 1, max_output_score: 2 }],
    [
      "truths",
      { value_type: "boolean" },
      { count_true_output_score: 1, count_false_output_score: 0 },
    ],
    ["categories", { value_type: "categorical" }, { count_output_score: 4 }],
  ])("of %s have figures by default", async (_, metric, figures) => {
    const { buckets } = await stats({ metrics: [{ json_path: "output.score", ...metric }] });
    expect(buckets[0]).toEqual({ timestamp: "2026-01-01T10:00:00Z", count: 5, ...figures });
  });

  test.each<[what: string, asked: object, count: number]>([
    ["a type", { feedback_type: "b" }, 2],
    ["a trigger", { trigger_ref: "x:1" }, 1],
    ["all versions of a trigger", { trigger_ref: "x:*" }, 2],
    ["no version of another", { trigger_ref: "y:*" }, 0],
    ["a type and a trigger", { feedback_type: "a", trigger_ref: "x:1" }, 0],
  ])("count only %s", async (_, asked, count) => {
    const metrics = [{ json_path: "output.score", aggregations: ["count"] }];
    const { buckets, window_stats } = await stats({ metrics, ...asked });
    expect(buckets.reduce((sum, one) => sum + one.count, 0)).toBe(count);
    expect(window_stats).toEqual({ output_score: { count } });
  });

  test("of nothing have empty figures", async () => {
    const { buckets, window_stats } = await stats({
      metrics: [
        {
          json_path: "none",
          aggregations: ["sum", "avg", "min", "max", "count"],
          percentiles: [5],
        },
        { json_path: "other path", value_type: "boolean" },
      ],
      feedback_type: "unknown",
    });
    const empty = { sum: 0, avg: 0, min: null, max: null, count: 0, p5: null };
    expect(window_stats).toEqual({ none: empty, other_path: { count_true: 0, count_false: 0 } });
    expect(buckets).toHaveLength(2);
    expect(buckets[0]).toMatchObject({ count: 0, sum_none: 0, min_none: null, p5_none: null });
  });

  test("without metrics have no buckets", async () => {
    const answer = await stats({ metrics: null });
    expect([answer.buckets, answer.granularity, answer.window_stats]).toEqual([[], 3_600, null]);
  });

  test("count a path once under each name: the later one", async () => {
    const { window_stats } = await stats({
      metrics: [
        { json_path: "output_score", aggregations: ["count"] },
        { json_path: "output.score", aggregations: ["max"] },
      ],
    });
    expect(window_stats).toEqual({ output_score: { max: 9 } });
  });

  test("follow the clocks of a zone", async () => {
    const metrics = [{ json_path: "output.score", aggregations: ["count"] }];
    const asked = { metrics, granularity: 86_400, timezone: "Asia/Kolkata" };
    const { buckets } = await stats(asked);
    expect(buckets.map(({ timestamp }) => timestamp)).toEqual(["2025-12-31T18:30:00Z"]);
  });
});

test.each<[what: string, asked: object, status: number, reason: RegExp]>([
  [
    "an end before the start",
    { end: "2025-01-01" },
    422,
    /start is 2026-01-01T10:00:00Z, but end is/,
  ],
  ["32 days", { end: "2026-02-02T10:00:00Z" }, 422, /end is 32 days after start; the limit is 31/],
  ["an old start without an end", { end: null }, 422, /now is .* days after start/],
  ["a day that does not exist", { start: "2026-02-30" }, 400, /start names a moment that does not/],
  ["an unknown zone", { timezone: "Mars" }, 400, /no known time zone/],
  ["no granularity", { granularity: 0 }, 400, /granularity is 0/],
  ["an odd path", { metrics: [{ json_path: "a/b" }] }, 400, /json_path/],
  ["an empty path", { metrics: [{ json_path: "" }] }, 400, /json_path/],
  ["an empty step", { metrics: [{ json_path: "a..b" }] }, 400, /a name before and after each dot/],
  [
    "a sum of truths",
    { metrics: [{ json_path: "a", value_type: "boolean", aggregations: ["sum"] }] },
    400,
    /has sum/,
  ],
  [
    "a percentile of categories",
    { metrics: [{ json_path: "a", value_type: "categorical", percentiles: [1] }] },
    400,
    /percentiles/,
  ],
  [
    "101 metrics",
    { metrics: Array.from({ length: 101 }, (_, i) => ({ json_path: `a${i}` })) },
    400,
    /101 entries/,
  ],
  ["a start that is missing", { start: undefined }, 422, /start/],
])("%s is refused", async (_, asked, status, reason) => {
  const answer = await ask("/feedback/stats", { ...hour, ...asked });
  expect([answer.status, answer.body["reason"]]).toEqual([status, expect.stringMatching(reason)]);
});

describe("the schema of payloads", () => {
  test("has each path with the type of its values", async () => {
    scene.enterNewProject();
    await past({
      at: early,
      payload: {
        n: 1,
        ok: true,
        text: "x",
        none: null,
        list: [1, 2],
        empty: [],
        rows: [{ a: 1 }],
        deep: { er: { n: 1 }, "": 1, " ": 1, "a.b": 1, "a/b": 1, "a b": 1 },
        nothing: {},
      },
    });
    expect(await paths()).toBe(
      "deep.a b:numeric deep.er.n:numeric empty:categorical list:categorical n:numeric " +
        "none:categorical ok:boolean text:categorical",
    );
  });

  test("looks at the newest payload of each trigger", async () => {
    scene.enterNewProject();
    await past(
      { at: early, payload: { old: 1 } },
      { at: late, payload: { new: 1, mixed: 1, void: null } },
      { at: early, payload: { mixed: "x", void: 1 }, trigger_ref: "t:1" },
      { at: first, payload: { older: 1 }, trigger_ref: "t:1" },
    );
    expect(await paths()).toBe("mixed:categorical new:numeric void:numeric");
    expect(await paths({ sample_limit: 1 })).toBe("mixed:numeric new:numeric void:categorical");
    expect(await paths({ trigger_ref: "t:*" })).toBe("mixed:categorical void:numeric");
    expect(await paths({ end: "2026-01-01T10:05:00Z" })).toBe("older:numeric");
  });

  test.each([
    ["0", 0],
    ["5,001", 5_001],
  ])("refuses a sample of %s", async (_, sample_limit) => {
    const { status } = await ask("/feedback/payload_schema", { ...hour, sample_limit });
    expect(status).toBe(422);
  });

  test("refuses too many paths", async () => {
    scene.enterNewProject();
    const payload = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`p${i}`, i]));
    await past({ at: early, payload });
    const { status, body } = await ask("/feedback/payload_schema", hour);
    expect([status, body["reason"]]).toEqual([400, expect.stringMatching(/more than 10000 paths/)]);
  });

  test("refuses a span that is too long", async () => {
    const asked = { start: "2026-01-01", end: "2026-03-01" };
    expect((await ask("/feedback/payload_schema", asked)).status).toBe(422);
  });
});
