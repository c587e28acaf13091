import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertOldCalls } from "../../../../store/traces/testing/insert-old-calls.ts";
import { startTraces, type TestTraces } from "../../../../store/traces/testing/start-traces.ts";
import { ownRead } from "../../../../store/traces/traces.ts";
import { usageOf } from "./usage.ts";

let store: TestTraces;
beforeAll(async () => {
  store = await startTraces();
});
afterAll(() => store[Symbol.asyncDispose]());

describe("usage", () => {
  const of = (counts: object): unknown => usageOf({ usage: { m: counts } }).tokens;

  test("adds up the two names of input and output", () => {
    expect(of({ prompt_tokens: 1, input_tokens: 2, output_tokens: 3 })).toEqual([
      null,
      3,
      3,
      null,
      null,
      null,
    ]);
  });

  test("keeps the other counts, and that they are absent", () => {
    const counts = {
      requests: 1,
      total_tokens: 2,
      cache_read_input_tokens: 3,
      cache_creation_input_tokens: 4,
    };
    expect(of(counts)).toEqual([1, 0, 0, 2, 3, 4]);
    expect(of({})).toEqual([null, 0, 0, null, null, null]);
  });

  test("has whole numbers that are exact", () => {
    expect(
      of({ requests: 1.9, total_tokens: 1e300, prompt_tokens: -1.9, input_tokens: "5" }),
    ).toEqual([1, -1, 0, Number.MAX_SAFE_INTEGER, null, null]);
  });

  test("has each model that has an object", () => {
    const { models } = usageOf({ usage: { a: {}, b: 5, c: null, d: [], "e\ud800": {} } });
    expect(models).toEqual(["a", "e\ufffd"]);
  });

  test.each([undefined, null, 5, "usage", [{ usage: {} }], { usage: 5 }, { usage: [{}] }])(
    "of %j is empty",
    (summary) => {
      expect(usageOf(summary)).toEqual({ models: [], tokens: [] });
    },
  );
});

describe("a row from before the columns", () => {
  test("has the usage that the server takes from its summary", async () => {
    const counts = fc.oneof(
      fc.integer(),
      // The engine does not read integers beyond 64 bits.
      fc.double({ noNaN: true, max: 2 ** 62, min: -(2 ** 62) }),
      fc.maxSafeInteger(),
      fc.constantFrom(null, "5", true, [1], { a: 1 }, 2 ** 60, -(2 ** 60), 1e300, -0.5),
    );
    const member = fc.constantFrom(
      "requests",
      "prompt_tokens",
      "input_tokens",
      "completion_tokens",
      "output_tokens",
      "total_tokens",
      "cache_read_input_tokens",
      "cache_creation_input_tokens",
      "other",
    );
    const model = fc.oneof(
      { weight: 5, arbitrary: fc.dictionary(member, counts) },
      fc.constantFrom(null, 5, "x", [["requests", 1]]),
    );
    const name = fc.oneof(
      fc.constantFrom("gpt-4", 'a"b\\', "é/🚀", ""),
      fc.string().filter((text) => !/^\d/.test(text)),
    );
    const summary = fc.oneof(
      { weight: 5, arbitrary: fc.record({ usage: fc.dictionary(name, model) }) },
      fc.constantFrom(
        {},
        { usage: null },
        { usage: 5 },
        { usage: [{ requests: 1 }] },
        "usage",
        null,
      ),
    );
    const many = {
      usage: Object.fromEntries(
        Array.from({ length: 70 }, (_, at) => [`m${at}`, { requests: at }]),
      ),
    };
    const summaries = [undefined, many, ...fc.sample(summary, { numRuns: 500, seed: 1 })];
    const rows = summaries.map((one, at) =>
      JSON.stringify({
        project_id: "old",
        id: String(at),
        started_at: "2026-01-01 00:00:00",
        summary: one === undefined ? "" : JSON.stringify(one, undefined, 1),
      }),
    );
    await insertOldCalls(store.traces, rows);
    const stored = await store.traces.query<{
      id: string;
      models: string[];
      tokens: (number | null)[];
    }>(
      "SELECT id, usage_models AS models, usage_tokens AS tokens FROM calls WHERE project_id = 'old'",
      {},
      ownRead,
    );
    expect(stored).toHaveLength(summaries.length);
    for (const { id, models, tokens: numbers } of stored) {
      const usage = usageOf(JSON.parse(JSON.stringify(summaries[Number(id)] ?? null)));
      expect(JSON.stringify([id, models, numbers])).toBe(
        JSON.stringify([id, usage.models, usage.tokens]),
      );
    }
  });

  test("lists every payload as cut, as no other row does", async () => {
    const rows = await store.traces.query<{ cut: string }>(
      "SELECT DISTINCT cut FROM calls WHERE project_id = 'old'",
      {},
      ownRead,
    );
    expect(rows).toEqual([{ cut: "\u007finputs\u007foutput\u007fattributes\u007fsummary\u007f" }]);
  });
});
