import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput, OverLimit } from "../../../refusals/refusal.ts";
import { CallScene } from "../testing/call-scene.ts";
import { CallAggregates } from "./call-aggregates.ts";

let scene: CallScene;
let aggregates: CallAggregates;

beforeAll(async () => {
  scene = await CallScene.open();
  aggregates = new CallAggregates(scene.stores.traces);
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.enterNewProject());

function ofCalls(query: Partial<Trace.CallsUsageQuery>): Promise<Trace.UsageByCall> {
  return aggregates.usage.ofCalls(scene.project, { call_ids: [], ...query }, scene.signal);
}

function ofMatching(query: Partial<Trace.TraceUsageQuery> = {}): Promise<Trace.UsageByCall> {
  return aggregates.usage.ofMatching(scene.author, scene.project, query, scene.signal);
}

/** A completed call in trace `t` that has used so many tokens of the models. */
function used(
  id: string,
  parent_id: string | null,
  models: Record<string, number> = {},
  more: Partial<Trace.CompletedCall> = {},
): Trace.CompletedCall {
  const entries = Object.entries(models).map(([model, input_tokens]) => [model, { input_tokens }]);
  const usage = Object.fromEntries(entries) as Record<string, { input_tokens: number }>;
  return scene.completedOf(id, { trace_id: "t", parent_id, summary: { usage }, ...more });
}

/** The tokens by call and model. */
function totals({ call_usage }: Trace.UsageByCall): Record<string, Record<string, number>> {
  return Object.fromEntries(
    Object.entries(call_usage).map(([id, usage]) => [
      id,
      Object.fromEntries(
        Object.entries(usage).map(([model, { total_tokens }]) => [model, total_tokens]),
      ),
    ]),
  );
}

const tree = (): Trace.CompletedCall[] => [
  used("root", null, { a: 1 }),
  used("child", "root", { b: 2 }, { op_name: "child" }),
  used("leaf", "child", { a: 4, b: 8 }),
];

describe("usage of matching calls", () => {
  test("all members of a usage", async () => {
    const usage = {
      m: {
        requests: 1,
        prompt_tokens: 2,
        input_tokens: 3,
        completion_tokens: 5,
        output_tokens: 7,
        total_tokens: 11,
        cache_read_input_tokens: 13,
        cache_creation_input_tokens: 17,
      },
      unused: { requests: 0 },
    };
    await scene.complete([scene.completedOf("c", { summary: { usage } })]);
    const tokens = {
      requests: 1,
      prompt_tokens: 5,
      completion_tokens: 12,
      total_tokens: 11,
      cache_read_input_tokens: 13,
      cache_creation_input_tokens: 17,
    };
    const costs = (cost: number | null): object => ({
      prompt_tokens_total_cost: cost,
      completion_tokens_total_cost: cost,
      cache_read_input_tokens_total_cost: cost,
      cache_creation_input_tokens_total_cost: cost,
    });
    expect(await ofMatching()).toEqual({
      call_usage: { c: { m: { ...tokens, ...costs(null) } } },
      unfinished_call_ids: [],
    });
    expect((await ofMatching({ include_costs: true })).call_usage).toEqual({
      c: { m: { ...tokens, ...costs(0) } },
    });
  });

  test("calls below count if they match too", async () => {
    await scene.complete(tree());
    expect(totals(await ofMatching())).toEqual({
      root: { a: 5, b: 10 },
      child: { a: 4, b: 10 },
      leaf: { a: 4, b: 8 },
    });
    const query: Trace.Query = {
      $expr: { $not: [{ $eq: [{ $getField: "op_name" }, { $literal: "child" }] }] },
    };
    expect(totals(await ofMatching({ query }))).toEqual({
      root: { a: 1 },
      leaf: { a: 4, b: 8 },
    });
    const filter = { call_ids: ["root", "child"] };
    expect(totals(await ofMatching({ filter }))).toEqual({
      root: { a: 1, b: 2 },
      child: { b: 2 },
    });
    expect(totals(await ofMatching({ filter, query }))).toEqual({ root: { a: 1 } });
  });

  test("deleted calls do not count; running ones are named in order", async () => {
    await scene.complete([used("root", null, { a: 1 }), used("gone", "root", { a: 2 })]);
    const running = { trace_id: "t", parent_id: "root" };
    await scene.upsert([scene.start("z", running), scene.start("b", running)]);
    await scene.delete(["gone"]);
    const answer = await ofMatching();
    expect(totals(answer)).toEqual({ root: { a: 1 }, b: {}, z: {} });
    expect(answer.unfinished_call_ids).toEqual(["b", "z"]);
  });

  test("the limit takes the first calls by start", async () => {
    const at = (second: number): { started_at: string } => ({
      started_at: `2026-01-01T00:00:0${second}Z`,
    });
    await scene.complete([
      used("late", null, {}, at(3)),
      used("first", null, {}, at(1)),
      used("second", null, {}, at(2)),
    ]);
    expect(Object.keys((await ofMatching({ limit: 2 })).call_usage)).toEqual(["first", "second"]);
    expect((await ofMatching({ limit: 0 })).call_usage).toEqual({});
    expect(Object.keys((await ofMatching({ limit: 1e9 })).call_usage)).toHaveLength(3);
    await expect(ofMatching({ limit: -1 })).rejects.toThrow(InvalidInput);
  });

  test("names of models and calls may be members of every object", async () => {
    await scene.complete([used("__proto__", null, { constructor: 3 })]);
    const text = JSON.stringify((await ofMatching()).call_usage);
    expect(text).toContain('{"__proto__":{"constructor":{"requests":0,"prompt_tokens":3');
  });
});

describe("usage of calls by id", () => {
  test("everything below counts, and an unknown call has used nothing", async () => {
    await scene.complete(tree());
    await scene.complete([used("elsewhere", null, { a: 16 }, { trace_id: "t2" })]);
    const call_ids = ["child", "unknown", "elsewhere", "child"];
    expect(totals(await ofCalls({ call_ids }))).toEqual({
      child: { a: 4, b: 10 },
      unknown: {},
      elsewhere: { a: 16 },
    });
    expect(await ofCalls({ call_ids: [] })).toEqual({ call_usage: {}, unfinished_call_ids: [] });
  });

  test("a deleted call has used nothing", async () => {
    await scene.complete(tree());
    await scene.delete(["child"]);
    expect(totals(await ofCalls({ call_ids: ["child", "root"] }))).toEqual({
      child: {},
      root: { a: 1 },
    });
  });

  test("running calls of all touched traces are named in order", async () => {
    await scene.complete([used("root", null), used("other", null, {}, { trace_id: "t2" })]);
    const running = (id: string, trace_id: string): ReturnType<CallScene["start"]> =>
      scene.start(id, { trace_id, parent_id: "root" });
    await scene.upsert([running("z", "t"), running("b", "t2"), running("q", "t3")]);
    const { unfinished_call_ids } = await ofCalls({ call_ids: ["other", "root"] });
    expect(unfinished_call_ids).toEqual(["b", "z"]);
  });

  test("a trace over the limit is refused; several together are not", async () => {
    const traces = ["t1", "t2", "t3"];
    await scene.complete(
      traces.flatMap((trace_id) => [
        used(`${trace_id} root`, null, {}, { trace_id }),
        used(`${trace_id} leaf`, `${trace_id} root`, { a: 1 }, { trace_id }),
      ]),
    );
    const call_ids = traces.map((trace) => `${trace} root`);
    expect(totals(await ofCalls({ call_ids, limit: 2 }))).toEqual({
      "t1 root": { a: 1 },
      "t2 root": { a: 1 },
      "t3 root": { a: 1 },
    });
    const refused = ofCalls({ call_ids, limit: 1 });
    await expect(refused).rejects.toThrow(OverLimit);
    await expect(refused).rejects.toThrow(/^Trace t\d has more than 1 calls\. Raise limit/);
  });

  test.each([0, -1])("a limit of %d is refused", async (limit) => {
    await expect(ofCalls({ call_ids: ["c"], limit })).rejects.toThrow(
      new InvalidInput(`limit is ${limit}; it must be at least 1.`),
    );
    await expect(ofCalls({ call_ids: [], limit })).rejects.toThrow(InvalidInput);
  });

  test("too many ids are refused", async () => {
    const { limit } = requestBounds.listEntries;
    const call_ids = Array.from({ length: limit + 1 }, (_, at) => `c${at}`);
    await expect(ofCalls({ call_ids })).rejects.toThrow("call_ids has 1001 entries");
    expect(Object.keys((await ofCalls({ call_ids: call_ids.slice(1) })).call_usage)).toHaveLength(
      limit,
    );
  });

  test("a chain of 10,000 calls, and parents in a circle", async () => {
    const chain = Array.from({ length: 10_000 }, (_, at) =>
      used(`c${at}`, at === 0 ? null : `c${at - 1}`, { m: 1 }),
    );
    const circle = ["x", "y"].map((id) =>
      used(id, id === "x" ? "y" : "x", { m: 1 }, { trace_id: "o" }),
    );
    await scene.complete([...chain, ...circle]);
    expect(totals(await ofCalls({ call_ids: ["c0", "c9999", "x"] }))).toEqual({
      c0: { m: 10_000 },
      c9999: { m: 1 },
      x: { m: 2 },
    });
    const matching = totals(await ofMatching({ filter: { trace_ids: ["t"] } }));
    expect([matching["c0"], matching["c5000"]]).toEqual([{ m: 10_000 }, { m: 5_000 }]);
  });
});
