import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { internalProjectId } from "../../access/project-id.ts";
import { parseInstant } from "../instant.ts";
import { parseQuery } from "../query/parse-query.ts";
import { evaluate } from "../query/testing/evaluate.ts";
import { Moment, type Value } from "../query/testing/values.ts";
import { refusal } from "../testing/outcomes.ts";
import { CallScene } from "./testing/call-scene.ts";

let scene: CallScene;

const op = (name: string, version: string): string => `weave:///acme/p/op/${name}:${version}`;
const object = (name: string): string => `weave:///acme/p/object/${name}`;

/** Calls that differ in every member that a filter can use. */
const starts: Partial<Trace.CallStart>[] = [
  { op_name: op("predict", "v1"), thread_id: "t1", turn_id: "u1", wb_run_id: "acme/p/r1" },
  { op_name: op("predict", "v2"), parent_id: "c00", trace_id: "shared", thread_id: "t1" },
  { op_name: op("predict_more", "v1"), parent_id: "c00", trace_id: "shared", wb_run_step: 7 },
  { op_name: "plain", parent_id: "c01", trace_id: "shared", display_name: "shown" },
  { op_name: "plain:*", display_name: "Shown too", turn_id: "u1", wb_run_step: 0 },
  { op_name: "it's \\ a {name:String}", inputs: { a: [object("ds:d1")], b: object("m:d2") } },
  { op_name: "日本 É", inputs: { x: { y: object("ds:d2") }, z: "see weave:///acme/p/op/f:v1" } },
  { op_name: op("predict", "v1"), started_at: "2025-12-31T23:59:59.999999Z" },
];
const ends: (Partial<Trace.CallEnd> | undefined)[] = [
  { output: object("out:d9"), ended_at: "2026-01-01T00:00:00.0015Z", wb_run_step_end: 9 },
  { exception: "boom: it failed", ended_at: "2026-01-01T00:00:01Z" },
  { summary: { status_counts: { error: 2 } }, ended_at: "2026-01-01T00:00:03Z" },
  undefined,
  { output: { deep: { er: [object("out:d9"), object("other:d1")] } } },
  { exception: "" },
  undefined,
  { ended_at: "2026-01-01T00:00:00Z" },
];

beforeAll(async () => {
  scene = await CallScene.open();
  const halves = starts.flatMap((start, i) => {
    const id = `c0${i}`;
    const end = ends[i];
    const started_at = `2026-01-01T00:00:00.00${i}Z`;
    return [scene.start(id, { started_at, ...start }), ...(end ? [scene.end(id, end)] : [])];
  });
  // Two flushes, so that the store holds rows of two versions.
  await scene.upsert(halves.slice(0, 7));
  await scene.upsert(halves);
  scene.enterNewProject();
  await scene.upsert([scene.start("c00", { thread_id: "t1", trace_id: "shared" })]);
});
afterAll(() => scene[Symbol.asyncDispose]());

type Item = Readonly<Record<string, Value>>;

const project_id = "acme/p0";
const many = (count: number, entry = "x"): string[] => Array.from({ length: count }, () => entry);

describe("the filter", () => {
  const internal = (ref: string): string =>
    ref.replace("weave:///acme/p/", `weave-trace-internal:///${internalProjectId("acme/p")}/`);
  const cases: [filter: Trace.CallsFilter, numbers: number[]][] = [
    [{}, [7, 0, 1, 2, 3, 4, 5, 6]],
    [{ op_names: [op("predict", "v1")] }, [7, 0]],
    [{ op_names: [op("predict", "*")] }, [7, 0, 1]],
    [{ op_names: [internal(op("predict", "*"))] }, [7, 0, 1]],
    [{ op_names: [op("predict", "*"), "plain"] }, [7, 0, 1, 3]],
    [{ op_names: ["plain:*"] }, [4]],
    [{ op_names: ["it's \\ a {name:String}"] }, [5]],
    [{ op_names: ["日本 É"] }, [6]],
    [{ op_names: ["plai"] }, []],
    [{ input_refs: [object("ds:d1")] }, [5]],
    [{ input_refs: [object("ds:*")] }, [5, 6]],
    [{ input_refs: [object("d:*"), internal(object("m:d2"))] }, [5]],
    [{ input_refs: [op("f", "v1")] }, []],
    [{ output_refs: [object("out:d9")] }, [0, 4]],
    [{ output_refs: [object("other:*"), object("none:d0")] }, [4]],
    [{ parent_ids: ["c00"] }, [1, 2]],
    [{ parent_ids: ["c00", "c01", ""] }, [1, 2, 3]],
    [{ parent_ids: [""] }, []],
    [{ trace_ids: ["shared"] }, [1, 2, 3]],
    [{ call_ids: ["c03", "c00", "none"] }, [0, 3]],
    [{ call_ids: [...many(500), "c03", "c00", "c00"] }, [0, 3]],
    [{ call_ids: many(30) }, []],
    [{ thread_ids: ["t1"] }, [0, 1]],
    [{ thread_ids: [] }, []],
    [{ thread_ids: null }, [7, 0, 1, 2, 3, 4, 5, 6]],
    [{ turn_ids: ["u1", "u2"] }, [0, 4]],
    [{ turn_ids: [] }, []],
    [{ trace_roots_only: true }, [7, 0, 4, 5, 6]],
    [{ trace_roots_only: false }, [7, 0, 1, 2, 3, 4, 5, 6]],
    [{ wb_user_ids: ["user-of-acme"], trace_roots_only: true }, [7, 0, 4, 5, 6]],
    [{ wb_user_ids: ["someone"] }, []],
    [{ wb_run_ids: ["acme/p/r1"] }, [0]],
    [{ op_names: [], input_refs: [], trace_ids: [], call_ids: [] }, [7, 0, 1, 2, 3, 4, 5, 6]],
    [{ trace_ids: ["shared"], parent_ids: ["c00"], op_names: [op("predict", "*")] }, [1]],
    [{ parent_ids: many(1000) }, []],
    [{ input_refs: many(1000, object(`${"long".repeat(100)}:*`)) }, []],
  ];
  test.each(cases)("%j", async (filter, numbers) => {
    const expected = numbers.map((number) => `c0${number}`);
    expect(await scene.ids({ project_id, filter })).toEqual(expected);
    const { count } = await scene.count({ project_id, filter });
    expect(count).toBe(expected.length);
  });

  test.each<keyof Trace.CallsFilter>([
    "op_names",
    "input_refs",
    "output_refs",
    "parent_ids",
    "trace_ids",
    "call_ids",
    "thread_ids",
    "turn_ids",
  ])("%s of more than 1,000 entries is refused", async (list) => {
    const filter = { [list]: many(1001) };
    expect(await refusal(scene.ids({ filter }))).toMatchObject({
      status: 400,
      reason: expect.stringContaining(`filter.${list}`) as string,
    });
    expect(await refusal(scene.count({ filter }))).toMatchObject({ status: 400 });
  });
});

const get = (path: string): object => ({ $getField: path });
const lit = (value: unknown): object => ({ $literal: value });

/** The fields of a call as the query language sees them. */
function itemOf(call: Trace.Call, refs: Pick<Item, "input_refs" | "output_refs">): Item {
  const moment = (text: string | null): Moment | null =>
    text === null ? null : new Moment(parseInstant(text)!);
  const { weave } = call.summary;
  return {
    ...(call as unknown as Item),
    ...refs,
    started_at: moment(call.started_at),
    ended_at: moment(call.ended_at),
    "summary.weave.status": weave!.status,
    "summary.weave.latency_ms": weave!.latency_ms ?? null,
    "summary.weave.trace_name": weave!.display_name ?? weave!.trace_name!,
  };
}

describe("the query", () => {
  const fields: [field: string, ...values: unknown[]][] = [
    ["id", "c03", ""],
    ["project_id", "acme/p0", "acme/p1"],
    ["trace_id", "shared", "trace of c00"],
    ["parent_id", "c00", ""],
    ["thread_id", "t1", "t0"],
    ["turn_id", "u1", ""],
    ["op_name", "plain", "日本 É", op("predict", "v1")],
    ["display_name", "shown", "Shown too"],
    ["exception", "boom: it failed", ""],
    ["wb_user_id", "user-of-acme"],
    ["wb_run_id", "acme/p/r1"],
    ["wb_run_step", 7, 0, 6.5],
    ["wb_run_step_end", 9, -1],
    [
      "started_at",
      "2026-01-01T00:00:00.003Z",
      "2026-01-01T00:00:00.003",
      1767225600.005,
      "2026-01-01",
    ],
    ["ended_at", "2026-01-01T01:00:01+01:00", 1767225601],
    ["deleted_at", "2026-01-01"],
    ["expire_at", 0],
    ["summary.weave.status", "error", "success", "running", "descendant_error"],
    ["summary.weave.latency_ms", 1, 999, 2998, 0.5],
    ["summary.weave.trace_name", "predict", "shown", "plain:*"],
  ];
  const comparisons = fields.flatMap(([field, ...values]) => [
    ...values.flatMap((value) =>
      ["$eq", "$gt", "$gte", "$lt", "$lte"].map((operator) => ({
        [operator]: [get(field), lit(value)],
      })),
    ),
    { $eq: [get(field), lit(null)] },
    { $not: [{ $eq: [get(field), lit(null)] }] },
    { $not: [{ $gt: [get(field), lit(values[0])] }] },
    { $in: [get(field), values.map(lit)] },
    { $not: [{ $in: [get(field), values.slice(0, 1).map(lit)] }] },
    { $convert: { input: get(field), to: "exists" } },
    { $contains: { input: { $convert: { input: get(field), to: "string" } }, substr: lit("0") } },
  ]);
  const others = [
    { $contains: { input: get("exception"), substr: lit("IT FAILED"), case_insensitive: true } },
    { $contains: { input: get("op_name"), substr: lit("é"), case_insensitive: true } },
    { $gt: [{ $size: get("input_refs") }, lit(1)] },
    { $eq: [{ $size: get("output_refs") }, lit(0)] },
    { $eq: [get("op_name"), get("summary.weave.trace_name")] },
    { $gt: [get("ended_at"), get("started_at")] },
    { $or: [{ $eq: [get("id"), lit("c01")] }, { $lt: [get("wb_run_step"), lit(3)] }] },
  ];
  const refs = [
    [[], [object("out:d9")]],
    [[], []],
    [[], []],
    [[], []],
    [[], [object("out:d9"), object("other:d1")]],
    [[object("ds:d1"), object("m:d2")], []],
    [[object("ds:d2")], []],
    [[], []],
  ];

  test(`finds the right calls, for ${comparisons.length + others.length} queries`, async () => {
    const items = (await scene.query({ project_id })).map((call): [string, Item] => {
      const [input_refs = [], output_refs = []] = refs[Number(call.id.slice(2))]!;
      return [call.id, itemOf(call, { input_refs, output_refs })];
    });
    const queries = [...comparisons, ...others] as unknown as Trace.QueryOperation[];
    for (let from = 0; from < queries.length; from += 8) {
      const some = queries.slice(from, from + 8);
      const found = await Promise.all(
        some.map(($expr) => scene.ids({ project_id, query: { $expr }, columns: [] })),
      );
      for (const [i, $expr] of some.entries()) {
        const node = parseQuery({ $expr });
        const matches = items.filter(([, item]) => evaluate(node, (path) => item[path]!) === true);
        expect(found[i], JSON.stringify($expr)).toEqual(matches.map(([id]) => id));
      }
    }
  });

  test("works together with the filter, also for counts", async () => {
    const request = {
      project_id,
      filter: { trace_ids: ["shared"] },
      query: { $expr: { $eq: [get("parent_id"), lit("c00")] } } as unknown as Trace.Query,
    };
    expect(await scene.ids(request)).toEqual(["c01", "c02"]);
    expect(await scene.count(request)).toMatchObject({ count: 2 });
  });

  test("treats internal refs as external ones", async () => {
    const ref = `weave-trace-internal:///${internalProjectId("acme/p")}/op/predict:v1`;
    const query = { $expr: { $eq: [get("op_name"), lit(ref)] } } as unknown as Trace.Query;
    expect(await scene.ids({ project_id, query })).toEqual(["c07", "c00"]);
  });

  const refusals: [field: string, status: number, reason: RegExp][] = [
    ["feedback.[wandb.note.1].payload", 422, /is not allowed$/],
    ["feedback.[].runnable_ref", 422, /is not allowed$/],
    ["feedback.note.payload.a", 422, /is not allowed$/],
    ["annotation_queue_items.queue_id", 400, /annotation queues are not built yet/],
    ["annotation_queue_items.name", 422, /^Field annotation_queue_items\.name is not allowed$/],
    ["feedback.x", 422, /^Field feedback\.x is not allowed$/],
    ["summary.weave", 422, /is not allowed$/],
    ["summary.weave.status.x", 422, /is not allowed$/],
    ["inputs_leaves", 422, /is not allowed$/],
    ["input", 422, /is not allowed$/],
    ["summary.weave.costs", 422, /^Field summary\.weave\.costs is not allowed$/],
    ["storage_size_bytes", 422, /^Field storage_size_bytes is not allowed$/],
    ["total_storage_size_bytes", 422, /is not allowed/],
    ["version", 422, /is not allowed/],
    ["named_at", 422, /is not allowed/],
    ["constructor", 422, /is not allowed/],
    ["id) OR 1=1 --", 422, /is not allowed/],
  ];
  test.each(refusals)("refuses the field %s", async (field, status, reason) => {
    const query = { $expr: { $eq: [get(field), lit("x")] } } as unknown as Trace.Query;
    const expected = { status, reason: expect.stringMatching(reason) as string };
    expect(await refusal(scene.ids({ query }))).toMatchObject(expected);
    expect(await refusal(scene.count({ query }))).toMatchObject(expected);
    const sort_by: Trace.SortBy[] = [{ field, direction: "asc" }];
    expect(await refusal(scene.ids({ sort_by }))).toMatchObject(expected);
  });

  test.each<[what: string, expression: object]>([
    ["a number with text", { $eq: [get("wb_run_step"), lit("7")] }],
    ["text with a number", { $gt: [get("op_name"), lit(7)] }],
    ["a date with text that is no date", { $gt: [get("started_at"), lit("yesterday")] }],
    ["an empty list of conditions", { $and: [] }],
  ])("refuses to compare %s", async (_, $expr) => {
    const query = { $expr } as unknown as Trace.Query;
    expect(await refusal(scene.ids({ query }))).toMatchObject({ status: 400 });
  });
});
