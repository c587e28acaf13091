import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { requestBounds } from "../../../config/request-bounds.ts";
import { OverLimit } from "../../../refusals/refusal.ts";
import { rollUp } from "./roll-up.ts";
import { type UsedCall, usedCall } from "./used-call.ts";

/** A call that has used so many tokens of each model. */
function call(id: string, parent: string, used: Record<string, number> = {}): UsedCall {
  return usedCall({
    id,
    parent_id: parent,
    ended_at: "2026-01-01 00:00:00.000000",
    usage_models: Object.keys(used),
    usage_tokens: Object.values(used).flatMap((tokens) => [1, tokens, 0, null, null, null]),
  });
}

/** The tokens of each model by call. */
async function sums(calls: readonly UsedCall[]): Promise<Record<string, Record<string, number>>> {
  const usages = await rollUp(calls);
  return Object.fromEntries(
    [...usages].map(([id, usage]) => [
      id,
      Object.fromEntries([...usage].map(([model, { total_tokens }]) => [model, total_tokens])),
    ]),
  );
}

describe("a call has its own usage and that of all calls below it", () => {
  test("by model, in any order of the calls", async () => {
    const calls = [
      call("leaf", "child", { a: 1, b: 2 }),
      call("root", "", { a: 10 }),
      call("child", "root"),
      call("other", "root", { b: 5 }),
      call("stray", "not here", { a: 7 }),
    ];
    const expected = {
      leaf: { a: 1, b: 2 },
      root: { a: 11, b: 7 },
      child: { a: 1, b: 2 },
      other: { b: 5 },
      stray: { a: 7 },
    };
    expect(await sums(calls)).toEqual(expected);
    expect(await sums(calls.toReversed())).toEqual(expected);
  });

  test("in a chain of 50,000 calls", async () => {
    const ids = Array.from({ length: 50_000 }, (_, at) => `c${at}`);
    const chain = ids.map((id, at) => call(id, `c${at - 1}`, { m: 1 }));
    const found = await sums(chain);
    expect(found["c0"]).toEqual({ m: 50_000 });
    expect(found["c49999"]).toEqual({ m: 1 });
  });

  test("in a circle of parents, and below it", async () => {
    const calls = [
      call("one", "three", { m: 1 }),
      call("two", "one", { m: 2 }),
      call("three", "two", { n: 4 }),
      call("below", "two", { m: 8 }),
      call("self", "self", { m: 16 }),
    ];
    const all = { m: 11, n: 4 };
    expect(await sums(calls)).toEqual({
      one: all,
      two: all,
      three: all,
      below: { m: 8 },
      self: { m: 16 },
    });
  });

  test("for any parents, as a search from each call finds it", async () => {
    const size = 12;
    const parents = fc.array(fc.integer({ min: -1, max: size - 1 }), {
      minLength: size,
      maxLength: size,
    });
    await fc.assert(
      fc.asyncProperty(parents, async (above) => {
        const calls = above.map((parent, at) => call(String(at), String(parent), { m: 2 ** at }));
        const expected = above.map((_, first) => {
          const below = new Set([first]);
          for (const at of below) {
            for (const [child, parent] of above.entries()) if (parent === at) below.add(child);
          }
          return [...below].reduce((sum, at) => sum + 2 ** at, 0);
        });
        const found = await sums(calls);
        expect(expected.map((_, at) => found[at]?.["m"])).toEqual(expected);
      }),
    );
  });
});

describe("numbers of one call", () => {
  const row = { id: "c", parent_id: "", ended_at: null, usage_models: ["m"] };

  test("a missing number is 0, and a missing or empty total the sum of both kinds", () => {
    const of = (usage_tokens: (number | null)[]): number | undefined =>
      usedCall({ ...row, usage_tokens }).usage.get("m")?.total_tokens;
    expect(of([null, 3, 4, null, null, null])).toBe(7);
    expect(of([null, 3, 4, 0, null, null])).toBe(7);
    expect(of([null, 3, 4, 9, null, null])).toBe(9);
  });

  test("a model without any number other than 0 is left out", () => {
    const usage_tokens = [0, 0, 0, null, 0, null];
    expect(usedCall({ ...row, usage_tokens }).usage.size).toBe(0);
  });
});

describe("the answer has a limit", () => {
  const { limit } = requestBounds.usageEntries;
  const models = (count: number): Record<string, number> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, 1]));

  test("a chain in which every call has its own model", async () => {
    const chain = Array.from({ length: 1_000 }, (_, at) =>
      call(`c${at}`, `c${at - 1}`, { [`m${at}`]: 1 }),
    );
    await expect(rollUp(chain)).rejects.toThrow(OverLimit);
    await expect(rollUp(chain.slice(0, 400))).resolves.toBeDefined();
  });

  test("a circle, whose calls all have all models", async () => {
    const circle = (size: number): UsedCall[] =>
      Array.from({ length: size }, (_, at) =>
        call(`c${at}`, `c${(at + 1) % size}`, at === 0 ? models(100) : {}),
      );
    await expect(rollUp(circle(limit / 100))).resolves.toBeDefined();
    await expect(rollUp(circle(limit / 100 + 1))).rejects.toThrow(OverLimit);
  });
});
