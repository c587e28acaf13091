import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ExpandScene } from "./testing/expand-scene.ts";

let scene: ExpandScene;

beforeAll(async () => {
  scene = await ExpandScene.open();
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.enterNewProject());

type Operand = Readonly<Record<string, unknown>>;

const get = (path: string): Operand => ({ $getField: path });
const lit = (value: unknown): Operand => ({ $literal: value });
const eq = (path: string, value: unknown): Operand => ({ $eq: [get(path), lit(value)] });
const exists = (path: string): Operand => ({
  $and: [{ $convert: { input: get(path), to: "exists" } }],
});

/** The names of the calls in an answer, in their order. */
async function named(request: Partial<Trace.CallsQuery>): Promise<unknown[]> {
  return (await scene.query(request)).map(({ inputs }) => inputs["name"]);
}

/** The names of the calls that match, which counting must count, too. */
async function matching($expr: Operand, expand_columns: string[]): Promise<unknown[]> {
  const query = { $expr } as unknown as Trace.Query;
  const found = await named({ query, expand_columns, columns: ["inputs"] });
  const { body } = await scene.ask("/calls/query_stats", { query, expand_columns });
  expect(body["count"]).toBe(found.length);
  return found;
}

describe("a filter", () => {
  test("compares the values behind refs, and values without a ref as they are", async () => {
    const small = await scene.publish("m", { size: 5, kind: { name: "a" }, tags: ["x", "y"] });
    const large = await scene.publish("m", { size: 50.5, kind: { name: "b" }, tags: [] });
    await scene.store([
      { inputs: { name: "small", model: small } },
      { inputs: { name: "large", model: large } },
      { inputs: { name: "own", model: { size: 7, kind: { name: "a" } } } },
      { inputs: { name: "text", model: "m" } },
      { inputs: { name: "none" } },
      { inputs: { name: "lost", model: `weave:///${scene.project_id}/object/m:x` } },
    ]);
    const columns = ["inputs.model"];
    const cases: readonly [Operand, unknown[]][] = [
      [eq("inputs.model.kind.name", "a"), ["small", "own"]],
      [eq("inputs.model.size", 5), ["small"]],
      [{ $gt: [get("inputs.model.size"), lit(5)] }, ["large", "own"]],
      [{ $not: [eq("inputs.model.kind.name", "a")] }, ["large", "text", "none", "lost"]],
      [eq("inputs.model.size", null), ["text", "none", "lost"]],
      [exists("inputs.model.kind"), ["small", "large", "own"]],
      [exists("inputs.model"), ["small", "large", "own", "text", "lost"]],
      [{ $eq: [{ $size: get("inputs.model.tags") }, lit(2)] }, ["small"]],
      [{ $eq: [{ $size: get("inputs.model") }, lit(3)] }, ["small", "large"]],
      [{ $eq: [{ $size: get("inputs.model.kind.name") }, lit(1)] }, ["small", "large", "own"]],
      [eq("inputs.model.tags.1", "y"), ["small"]],
      [eq("inputs.model.kind", { name: "b" }), ["large"]],
      [
        {
          $contains: {
            input: get("inputs.model"),
            substr: lit('"name":"B"'),
            case_insensitive: true,
          },
        },
        ["large"],
      ],
      [{ $in: [get("inputs.model.kind.name"), [lit("b"), lit("c")]] }, ["large"]],
      [{ $and: [eq("inputs.model.kind.name", "a"), eq("inputs.name", "own")] }, ["own"]],
      [{ $or: [eq("inputs.model.kind.name", "b"), eq("inputs.name", "own")] }, ["large", "own"]],
      [{ $contains: { input: get("inputs.model"), substr: lit("weave:///") } }, ["lost"]],
    ];
    for (const [$expr, expected] of cases) {
      expect([$expr, await matching($expr, columns)]).toEqual([$expr, expected]);
    }
    expect(await matching(eq("inputs.model.kind.name", "a"), [])).toEqual(["own"]);
    expect(await matching(eq("inputs.model", small), [])).toEqual(["small"]);
    expect(await matching(eq("inputs.model", small), columns)).toEqual([]);
  });

  test("goes through refs inside values, level by level", async () => {
    const prompt = await scene.publish("prompt", { text: "Hi" });
    const model = await scene.publish("model", { prompt });
    await scene.store([
      { inputs: { name: "deep", model } },
      { inputs: { name: "inner", model: { prompt } } },
      { inputs: { name: "own", model: { prompt: { text: "Hi" } } } },
    ]);
    const hi = eq("inputs.model.prompt.text", "Hi");
    expect(await matching(hi, ["inputs.model.prompt", "inputs.model"])).toEqual([
      "deep",
      "inner",
      "own",
    ]);
    expect(await matching(hi, ["inputs.model"])).toEqual(["own"]);
    expect(await matching(hi, ["inputs.model.prompt"])).toEqual(["inner", "own"]);
    const isRef = eq("inputs.model.prompt", prompt);
    expect(await matching(isRef, ["inputs.model"])).toEqual(["deep", "inner"]);
    expect(await matching(isRef, ["inputs.model", "inputs.model.prompt"])).toEqual([]);
  });

  test("goes through outputs, rows and paths of refs", async () => {
    const rows = await scene.publishDataset("ds", [{ q: "Why?" }, { q: "How?" }]);
    await scene.store([
      { inputs: { name: "a", row: rows[0] }, output: rows[1] },
      { inputs: { name: "b", row: rows[1] }, output: `${rows[0]}/key/q` },
    ]);
    const columns = ["inputs.row", "output"];
    expect(await matching(eq("inputs.row.q", "How?"), columns)).toEqual(["b"]);
    expect(await matching(eq("output.q", "How?"), columns)).toEqual(["a"]);
    expect(await matching(eq("output", "Why?"), columns)).toEqual(["b"]);
    expect(await matching({ $gt: [get("output.q"), get("inputs.row.q")] }, columns)).toEqual([]);
    expect(await matching({ $lt: [get("output.q"), get("inputs.row.q")] }, columns)).toEqual([
      "a",
      "b",
    ]);
  });

  test("takes a ref without a value that the key may see as a text", async () => {
    const gone = await scene.publish("o", { a: 2 });
    await scene.markDeleted(gone);
    const foreign = await scene.publishElsewhere("o", { a: 2 });
    const empty = await scene.publish("empty", "");
    await scene.store([
      { inputs: { name: "gone", o: gone } },
      { inputs: { name: "foreign", o: foreign } },
      { inputs: { name: "empty", o: empty } },
    ]);
    expect(await matching(eq("inputs.o.a", 2), ["inputs.o"])).toEqual([]);
    expect(await matching(eq("inputs.o", gone), ["inputs.o"])).toEqual(["gone"]);
    expect(await matching(eq("inputs.o", foreign), ["inputs.o"])).toEqual(["foreign"]);
    expect(await matching(eq("inputs.o", ""), ["inputs.o"])).toEqual(["empty"]);
    const size = { $size: get("inputs.o") };
    expect(await matching({ $eq: [size, lit(gone.length)] }, ["inputs.o"])).toEqual(["gone"]);
  });

  test("sees the values that the answer does not show", async () => {
    const o = await scene.publish("o", { a: 1 });
    await scene.store([{ inputs: { o }, output: "out" }]);
    const request = {
      query: { $expr: eq("inputs.o.a", 1) } as unknown as Trace.Query,
      expand_columns: ["inputs.o"],
    };
    const [unasked] = await scene.query({ ...request, columns: ["output"] });
    expect(unasked).toMatchObject({ inputs: {}, output: "out" });
    const [hidden] = await scene.query({ ...request, return_expanded_column_values: false });
    expect(hidden?.inputs).toEqual({ o });
  });

  test("compares the value that the newest version of a call refers to", async () => {
    const [one, two] = [await scene.publish("o", { a: 1 }), await scene.publish("o", { a: 2 })];
    const [id] = await scene.store([{ inputs: { name: "c", o: one } }]);
    await scene.store([
      { id: id!, inputs: { name: "c", o: two }, started_at: "2026-01-01T00:00:00Z" },
    ]);
    await scene.store([{ inputs: { name: "other", o: one } }]);
    expect(await matching(eq("inputs.o.a", 1), ["inputs.o"])).toEqual(["other"]);
    expect(await matching(eq("inputs.o.a", 2), ["inputs.o"])).toEqual(["c"]);
  });
});

describe("an order", () => {
  test("follows the values behind refs, over many pages", async () => {
    const refs: string[] = [];
    for (let at = 0; at < 300; at += 1) refs.push(await scene.publish("o", { n: (at * 7) % 300 }));
    const total = 1_000;
    const calls = Array.from({ length: total }, (_, name) => ({
      inputs: { name, ...(name % 10 > 0 && { o: refs[name % 300]! }) },
    }));
    await scene.store(calls);
    const nOf = (name: number): number => (name % 10 === 0 ? -1 : ((name % 300) * 7) % 300);
    const expected = calls
      .map(({ inputs: { name } }) => name)
      .toSorted((a, b) => {
        const [x, y] = [nOf(a), nOf(b)];
        if (x === y) return a - b;
        if (x === -1 || y === -1) return x === -1 ? 1 : -1;
        return y - x;
      });
    const request = {
      sort_by: [{ field: "inputs.o.n", direction: "desc" as const }],
      expand_columns: ["inputs.o"],
      return_expanded_column_values: false,
    };
    expect(await named(request)).toEqual(expected);
    const pages: unknown[] = [];
    for (let offset = 0; offset < total; offset += 333) {
      pages.push(...(await named({ ...request, offset, limit: 333 })));
    }
    expect(pages).toEqual(expected);
    const query = { $expr: { $lt: [get("inputs.o.n"), lit(10)] } } as unknown as Trace.Query;
    const few = expected.filter((name) => nOf(name) >= 0 && nOf(name) < 10);
    expect(await named({ ...request, query })).toEqual(few);
  });

  test("has numbers, then other values by their text, then what is missing", async () => {
    const values = [{ v: "b" }, { v: 10 }, { v: 9 }, { v: null }, {}, { v: "a" }, { v: [1] }];
    const calls: object[] = [];
    for (const [name, value] of values.entries()) {
      calls.push({ inputs: { name, o: await scene.publish("o", value) } });
    }
    await scene.store([...calls, { inputs: { name: 7, o: { v: 9.5 } } }, { inputs: { name: 8 } }]);
    const sorted = (direction: "asc" | "desc"): Promise<unknown[]> =>
      named({
        sort_by: [{ field: "inputs.o.v", direction }],
        expand_columns: ["inputs.o"],
        return_expanded_column_values: false,
      });
    expect(await sorted("asc")).toEqual([2, 7, 1, 6, 5, 0, 3, 4, 8]);
    expect(await sorted("desc")).toEqual([1, 7, 2, 0, 5, 6, 3, 4, 8]);
  });
});

describe("a query through refs is bounded in", () => {
  const lost = (name: string): string => `weave:///${scene.project_id}/object/${name}:x`;

  async function refused(request: Partial<Trace.CallsQuery>): Promise<string> {
    const reasons: unknown[] = [];
    for (const path of ["/calls/stream_query", "/calls/query", "/calls/query_stats"]) {
      if (request.sort_by && path === "/calls/query_stats") continue;
      const { status, body } = await scene.ask(path, request);
      expect(status).toBe(400);
      reasons.push(body["reason"]);
    }
    expect(new Set(reasons).size).toBe(1);
    expect(reasons[0]).toContain("Narrow the query");
    return String(reasons[0]);
  }

  test("its fields", async () => {
    const fields = Array.from({ length: 21 }, (_, at) => eq(`inputs.o.a${at}`, 1));
    const query = { $expr: { $or: fields } } as unknown as Trace.Query;
    const reason = await refused({ query, expand_columns: ["inputs.o"] });
    expect(reason).toContain("have 21 fields that lead through expand_columns; the limit is 20");
  });

  test("its refs", async () => {
    const steps = Array.from({ length: 20 }, (_, at) => `o${at}`);
    const calls = Array.from({ length: 501 }, (_, call) => ({
      op_name: call === 0 ? "first" : "op",
      inputs: Object.fromEntries(steps.map((step) => [step, lost(`${step}-${call}`)])),
    }));
    await scene.store(calls);
    const expand_columns = steps.map((step) => `inputs.${step}`);
    const fields = steps.map((step) => eq(`inputs.${step}.a`, 1));
    const $or = { $or: fields };
    const request = { query: { $expr: $or } as unknown as Trace.Query, expand_columns };
    expect(await refused(request)).toContain("behind more than 10000 different refs");
    // Other conditions leave fewer calls.
    for (const filter of [{ op_names: ["first"] }, { call_ids: ["none"] }]) {
      expect(await scene.query({ ...request, filter })).toEqual([]);
    }
    const $expr = { $and: [$or, { $eq: [get("op_name"), lit("first")] }] };
    expect(await scene.query({ ...request, query: { $expr } as unknown as Trace.Query })).toEqual(
      [],
    );
  });

  test("the refs that its fields follow from value to value", async () => {
    const chain = [await scene.publish("o", { end: true })];
    for (let at = 1; at < 220; at += 1) {
      chain.push(await scene.publish("o", { o: chain.at(-1) }));
    }
    await scene.store(chain.map((o) => ({ inputs: { o } })));
    const columns = Array.from({ length: 60 }, (_, at) => `inputs${".o".repeat(at + 1)}`);
    const fields = Array.from({ length: 20 }, (_, at) => eq(`${columns.at(-1)}.a${at}`, 1));
    const query = { $expr: { $or: fields } } as unknown as Trace.Query;
    const reason = await refused({ query, expand_columns: columns });
    expect(reason).toContain("follow more than 200000 refs");
    // The end of the chain is four refs away from one call.
    const few = columns.slice(0, 5);
    const atEnd = eq(`${few.at(-1)}.end`, true);
    const request = { query: { $expr: atEnd } as unknown as Trace.Query, expand_columns: few };
    const found = await scene.query({ ...request, return_expanded_column_values: false });
    expect(found.map(({ inputs }) => inputs["o"])).toEqual([chain[4]]);
  });

  test("the bytes that the trace store receives", async () => {
    const calls: object[] = [];
    for (let name = 0; name < 130; name += 1) {
      const text = `${name} ${"long ".repeat(4_000)} mark-${name % 100}-end`;
      calls.push({ inputs: { name, o: await scene.publish("o", { text }) } });
    }
    await scene.store(calls);
    const expand_columns = ["inputs.o"];
    const isLong = { $contains: { input: get("inputs.o.text"), substr: lit("long") } };
    const query = { $expr: isLong } as unknown as Trace.Query;
    expect(await refused({ query, expand_columns })).toContain("more than 2097152 bytes");
    // What the query does not need is not sent.
    const is7 = { $contains: { input: get("inputs.o.text"), substr: lit("mark-17-end") } };
    expect(await matching(is7, expand_columns)).toEqual([17, 117]);
    const ordered = await named({
      sort_by: [{ field: "inputs.o.text", direction: "desc" }],
      expand_columns,
      limit: 3,
      return_expanded_column_values: false,
    });
    expect(ordered).toEqual([99, 98, 97]);
  });
});
