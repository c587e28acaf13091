import { json } from "@heddle/server-kit";
import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal } from "../testing/outcomes.ts";
import { CallScene } from "./testing/call-scene.ts";

let scene: CallScene;

const long = `Straße \u212aelvin İstanbul ${"long ".repeat(100)}ΟΔΟΣ`;

/** The JSON texts of `inputs.x` and of the output, by the ids of calls. */
const calls: Readonly<
  Record<string, readonly [x: string | undefined, output: string | undefined]>
> = {
  a: ["5", '"text"'],
  b: ["5.5", '{"list":[{"name":"first"},"second"],"0":"zero","x.y":{"z":1e3}}'],
  c: ['"5"', "[1,2.0,3]"],
  d: ["true", "5"],
  e: ["null", '""'],
  f: [undefined, undefined],
  g: [JSON.stringify(long), JSON.stringify(long)],
  h: ['{"1":"in","a":[]}', '[["nested"]]'],
  i: ['"300"', "true"],
};

beforeAll(async () => {
  scene = await CallScene.open();
  await scene.complete(
    Object.entries(calls).map(([id, [x, output]]) =>
      scene.completedOf(id, {
        inputs: x === undefined ? {} : { x: json(x) },
        output: output === undefined ? null : json(output),
        summary: { usage: { "gpt-4.1": { total_tokens: id.charCodeAt(0) } } },
      }),
    ),
  );
});
afterAll(() => scene[Symbol.asyncDispose]());

const get = (path: string): object => ({ $getField: path });
const lit = (value: unknown): object => ({ $literal: value });
const to = (type: string, path: string): object => ({ $convert: { input: get(path), to: type } });
const contains = (path: string, substr: string, case_insensitive = false): object => ({
  $contains: { input: get(path), substr: lit(substr), case_insensitive },
});
const not = (operand: object): object => ({ $not: [operand] });
const eq = (path: string, value: unknown): object => ({ $eq: [get(path), lit(value)] });

describe("a query on payloads finds", () => {
  const cases: [expression: object, ids: string][] = [
    // The literal gives the type.
    [eq("inputs.x", 5), "ac"],
    [eq("inputs.x", "5"), "ac"],
    [eq("inputs.x", "5.5"), "b"],
    [{ $gt: [get("inputs.x"), lit(5)] }, "bi"],
    [{ $gt: [lit(5.5), get("inputs.x")] }, "ac"],
    [not({ $gt: [get("inputs.x"), lit(5)] }), "ac"],
    [{ $gt: [get("inputs.x"), lit("5")] }, "bdgh"],
    [eq("inputs.x", true), "acd"],
    [not(eq("inputs.x", true)), ""],
    [eq("inputs.x", { 1: "in", a: [] }), "h"],
    [eq("output", [1, 2, 3]), ""],
    [eq("output.list", [{ name: "first" }, "second"]), "b"],
    // Null, missing and the empty text.
    [eq("inputs.x", null), "ef"],
    [not(eq("inputs.x", null)), "abcdghi"],
    [eq("inputs.x", ""), "ef"],
    [eq("output", ""), "ef"],
    [to("exists", "output"), "abcdeghi"],
    [to("exists", "inputs.x.1"), "h"],
    [{ $eq: [to("exists", "inputs.x"), lit(false)] }, "ef"],
    // Lists of candidates.
    [{ $in: [get("inputs.x"), [lit(5), lit(5.5)]] }, "abc"],
    [{ $in: [get("inputs.x"), [lit("5"), lit("true"), lit("")]] }, "acdef"],
    [{ $in: [get("inputs.x"), [lit("5"), lit(5.5)]] }, "ac"],
    [not({ $in: [get("inputs.x"), [lit("5"), lit(5.5)]] }), ""],
    [{ $in: [get("inputs.x"), []] }, ""],
    // Conversions.
    [{ $gte: [to("double", "inputs.x"), lit(5.5)] }, "bi"],
    [{ $eq: [to("int", "inputs.x"), lit(5)] }, "ac"],
    [{ $eq: [to("int", "inputs.x"), lit(null)] }, "bdefgh"],
    [{ $eq: [to("bool", "inputs.x"), lit(null)] }, "befghi"],
    [{ $eq: [to("string", "inputs.x"), lit("")] }, "ef"],
    // Texts.
    [contains("inputs.x", "Straße"), "g"],
    [contains("inputs.x", "STRASSE", true), ""],
    [contains("inputs.x", "STRAẞE", true), "g"],
    [contains("inputs.x", "δος", true), "g"],
    [contains("inputs.x", "KELVIN", true), "g"],
    [contains("inputs.x", "i\u0307stan", true), "g"],
    [contains("inputs.x", "long straße", true), ""],
    [contains("inputs.x", "5"), "abc"],
    [contains("inputs.x", '"in"'), "h"],
    [contains("inputs", '"x":5'), "ab"],
    [contains("inputs.x", ""), "abcdefghi"],
    [eq("inputs.x", long), "g"],
    [{ $eq: [get("inputs.x"), get("output")] }, "efg"],
    // Places.
    [eq("output.0", 1), "c"],
    [eq("output.0", "zero"), "b"],
    [eq("output.0.0", "nested"), "h"],
    [eq("output.00", "nested"), ""],
    [eq("output.list.0.name", "first"), "b"],
    [eq("output.x\\.y.z", 1000), "b"],
    [eq("output.x.y.z", 1000), ""],
    [eq("output.-1", 3), ""],
    [{ $gt: [get("summary.usage.gpt-4\\.1.total_tokens"), lit(103)] }, "hi"],
    // Sizes.
    [{ $eq: [{ $size: get("output") }, lit(3)] }, "bc"],
    [{ $eq: [{ $size: get("inputs.x") }, lit(2)] }, "h"],
    [{ $eq: [{ $size: get("inputs.x") }, lit(long.length)] }, "g"],
    [{ $eq: [{ $size: get("inputs.x") }, lit(null)] }, "abdef"],
    // A text beside a number is neither equal nor different.
    [{ $eq: [get("inputs.x"), get("wb_run_step")] }, ""],
    [not({ $eq: [get("inputs.x"), get("summary.weave.latency_ms")] }), ""],
    [{ $eq: [get("inputs.x"), { $size: lit([1, 2, 3, 4, 5]) }] }, ""],
  ];
  test.each(cases)("%j", async ($expr, ids) => {
    const query = { $expr } as unknown as Trace.Query;
    expect((await scene.ids({ query, columns: [] })).toSorted().join("")).toBe(ids);
    expect(await scene.count({ query })).toMatchObject({ count: ids.length });
  });
});

test.each<[direction: "asc" | "desc", ids: string]>([
  ["asc", "acbigdhef"],
  ["desc", "ibachdgef"],
])("an order, %s, has numbers first, then texts, then what is missing", async (direction, ids) => {
  const sort_by = [{ field: "inputs.x", direction }];
  expect((await scene.ids({ sort_by, columns: [] })).join("")).toBe(ids);
});

test.each<[what: string, expression: object, reason: RegExp]>([
  ["a date-time", { $gt: [get("inputs.x"), get("started_at")] }, /started_at \(a date-time\)/],
  ["a list", { $eq: [get("input_refs"), get("inputs.x")] }, /input_refs \(a list\)/],
  ["a condition", { $and: [get("inputs.x")] }, /inputs\.x .* neither true nor false.*Compare it/],
])("refuses a value of a payload beside or as %s", async (_, $expr, reason) => {
  const query = { $expr } as unknown as Trace.Query;
  expect(await refusal(scene.ids({ query }))).toMatchObject({
    status: 400,
    reason: expect.stringMatching(reason) as string,
  });
});
