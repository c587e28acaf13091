import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FeedbackScene } from "./testing/feedback-scene.ts";

let scene: FeedbackScene;

const scorer = (): object => ({
  feedback_type: "wandb.runnable.polite",
  runnable_ref: scene.ref("object/polite:v"),
});

beforeAll(async () => {
  scene = await FeedbackScene.open();
  scene.enterNewProject();
  await scene.store(
    scene.note({ id: "a", creator: "Ada", payload: { note: "one" } }),
    scene.note({ id: "b", weave_ref: scene.ref("call/c2"), payload: { note: "two" } }),
    scene.own(
      { output: { score: 0.9, ok: true } },
      { id: "c", ...scorer(), scorer_ratings: { r: 0.5 } },
    ),
    scene.own(
      { output: { score: 0.2, ok: false, list: [1, "x"] } },
      { id: "d", ...scorer(), scorer_tags: ["bad", "Slow"] },
    ),
    scene.own(
      { output: { score: "10", ok: null } },
      { id: "e", ...scorer(), scorer_ratings: { r: 2, "": 1 } },
    ),
    scene.own({ output: scene.ref("object/x:d") }, { id: "f", weave_ref: "else" }),
  );
});
afterAll(() => scene[Symbol.asyncDispose]());

const field = ($getField: string): object => ({ $getField });
const literal = ($literal: unknown): object => ({ $literal });
const eq = (path: string, value: unknown): object => ({ $eq: [field(path), literal(value)] });
const gt = (path: string, value: unknown): object => ({ $gt: [field(path), literal(value)] });
const has = (path: string, substr: string, more: object = {}): object => ({
  $contains: { input: field(path), substr: literal(substr), ...more },
});

test.each<[what: string, condition: () => object, ids: string]>([
  ["a call", () => eq("weave_ref", scene.ref("call/c1")), "acde"],
  [
    "calls",
    () => ({ $in: [field("weave_ref"), [literal(scene.ref("call/c2")), literal("else")]] }),
    "bf",
  ],
  ["an id", () => eq("id", "c"), "c"],
  ["ids", () => ({ $in: [field("id"), ["a", "b", "z"].map(literal)] }), "ab"],
  ["an id of no feedback", () => eq("id", "z"), ""],
  ["an id and a type", () => ({ $and: [eq("id", "a"), eq("feedback_type", "own")] }), ""],
  [
    "a type and a text",
    () => ({ $and: [eq("feedback_type", "wandb.note.1"), eq("payload.note", "two")] }),
    "b",
  ],
  ["one of two", () => ({ $or: [eq("id", "a"), eq("payload.note", "two")] }), "ab"],
  ["a number", () => gt("payload.output.score", 0.5), "ce"],
  ["a text that is a number", () => eq("payload.output.score", "10"), "e"],
  ["a boolean", () => eq("payload.output.ok", true), "c"],
  ["a boolean as text", () => eq("payload.output.ok", "false"), "d"],
  ["an item of a list", () => eq("payload.output.list.1", "x"), "d"],
  ["a list as its JSON", () => eq("payload.output.list", '[1,"x"]'), "d"],
  ["a missing value as an empty text", () => eq("payload.output.ok", ""), "abef"],
  ["a missing value", () => eq("payload.output.ok", null), "abef"],
  ["a text in a payload", () => has("payload.note", "WO", { case_insensitive: true }), "b"],
  ["a text in the whole payload", () => has("payload", "score"), "cde"],
  ["a ref in a payload", () => eq("payload.output", scene.ref("object/x:d")), "f"],
  ["a tag", () => has("scorer_tags", "bad"), "d"],
  ["a part of a tag", () => has("scorer_tags", "ba"), ""],
  ["a tag in another case", () => has("scorer_tags", "slow", { case_insensitive: true }), "d"],
  ["a rating", () => gt("scorer_ratings.r", 0.1), "ce"],
  ["a rating without a name", () => eq("scorer_ratings.", 1), "e"],
  ["no rating", () => eq("scorer_ratings.r", null), "abdf"],
  ["a creator", () => eq("creator", "Ada"), "a"],
  ["no creator", () => eq("creator", null), "bcdef"],
  ["no scorer", () => eq("runnable_ref", null), "abf"],
  ["a scorer", () => eq("runnable_ref", scene.ref("object/polite:v")), "cde"],
  ["a project", () => eq("project_id", scene.project_id), "abcdef"],
  ["a time as text", () => gt("created_at", "2020-01-01"), "abcdef"],
  ["a time as seconds", () => gt("created_at", 4_000_000_000), ""],
  ["a status", () => eq("span_status_code", "UNSET"), "abcdef"],
  ["nothing", () => ({ $not: [gt("created_at", 0)] }), ""],
])("finds %s", async (_, condition, ids) => {
  expect((await scene.found(condition())).join("")).toBe(ids);
  const { result, total_count } = await scene.query({
    query: { $expr: condition() } as Trace.Query,
    fields: ["count(*)"],
  });
  expect([result, total_count]).toEqual([[{ "count(*)": ids.length }], ids.length]);
});

const sorted = (...sort_by: [string, "asc" | "desc"][]): Partial<Trace.FeedbackQuery> => ({
  sort_by: sort_by.map(([path, direction]) => ({ field: path, direction })),
});

test.each<[what: string, asked: Partial<Trace.FeedbackQuery>, ids: string]>([
  ["by time", {}, "abcdef"],
  ["by time, newest first", sorted(["created_at", "desc"]), "fedcba"],
  ["by a path: numbers, texts, then nothing", sorted(["payload.output.score", "asc"]), "dceabf"],
  ["by a path, downwards", sorted(["payload.output.score", "desc"]), "ecdabf"],
  ["by a rating, missing ones last", sorted(["scorer_ratings.r", "desc"]), "ecabdf"],
  ["by type, then downwards by id", sorted(["feedback_type", "asc"], ["id", "desc"]), "fbaedc"],
  ["by the project", sorted(["project_id", "desc"]), "abcdef"],
  ["by a creator, missing ones last", sorted(["creator", "desc"]), "abcdef"],
])("sorts %s", async (_, asked, ids) => {
  const { result } = await scene.query({ ...asked, fields: ["id"] });
  expect(result.map(({ id }) => id).join("")).toBe(ids);
});

test.each<[what: string, window: Partial<Trace.FeedbackQuery>, ids: string, total: number]>([
  ["a limit", { limit: 2 }, "ab", 6],
  ["a limit that is the count", { limit: 6 }, "abcdef", 6],
  ["an offset", { limit: 2, offset: 1 }, "bc", 6],
  ["an offset near the end", { limit: 9, offset: 4 }, "ef", 6],
  ["an offset beyond the end", { offset: 9 }, "", 6],
  ["no rows", { limit: 0 }, "", 6],
])("%s gives that window and the whole count", async (_, window, ids, total) => {
  const { result, total_count } = await scene.query({ ...window, fields: ["id"] });
  expect([result.map(({ id }) => id).join(""), total_count]).toEqual([ids, total]);
});

describe("fields", () => {
  test("choose members, paths and entries, under the names that they have", async () => {
    const query = { $expr: eq("id", "d") } as unknown as Trace.Query;
    const fields = [
      "payload.output.list",
      "id",
      "payload.output.none",
      "scorer_ratings.r",
      "scorer_tags",
    ];
    const { result } = await scene.query({ query, fields });
    expect(result).toEqual([
      {
        "payload.output.list": '[1,"x"]',
        id: "d",
        "payload.output.none": "",
        "scorer_ratings.r": null,
        scorer_tags: ["bad", "Slow"],
      },
    ]);
    expect(Object.keys(result[0]!)).toEqual(fields);
  });

  test("give paths as text, and refs as clients write them", async () => {
    const fields = [
      "payload.output",
      "payload.output.score",
      "payload.output.ok",
      "scorer_ratings.r",
    ];
    const { result } = await scene.query({ fields, offset: 2 });
    expect(result.map((row) => Object.values(row))).toEqual([
      ['{"score":0.9,"ok":true}', "0.9", "true", 0.5],
      ['{"score":0.2,"ok":false,"list":[1,"x"]}', "0.2", "false", null],
      ['{"score":"10","ok":null}', "10", "", 2],
      [scene.ref("object/x:d"), "", "", null],
    ]);
  });

  test("count under a limit and an offset", async () => {
    const count = { fields: ["count(*)"] };
    expect((await scene.query({ ...count, limit: 0 })).result).toEqual([]);
    expect((await scene.query({ ...count, offset: 1 })).result).toEqual([]);
    expect((await scene.query(count)).result).toEqual([{ "count(*)": 6 }]);
  });
});

test.each<[what: string, asked: object, reason: RegExp]>([
  ["an unknown field", { fields: ["nothing"] }, /Feedback has no field nothing in answers/],
  ["an unknown field in a condition", { query: { $expr: eq("inputs.x", 1) } }, /no field inputs.x/],
  ["an unknown field in an order", sorted(["version", "asc"]), /no field version/],
  ["a list in an order", sorted(["scorer_tags", "asc"]), /no field scorer_tags in orders/],
  [
    "a map in a condition",
    { query: { $expr: eq("scorer_ratings", 1) } },
    /no field scorer_ratings/,
  ],
  ["a column that no one sees", { fields: ["is_deleted"] }, /no field is_deleted/],
  ["an empty $and", { query: { $expr: { $and: [] } } }, /\$and needs at least one operand/],
  ["a negative limit", { limit: -1 }, /limit is -1/],
  ["a negative offset", { offset: -1 }, /offset is -1/],
  [
    "a text for a time",
    { query: { $expr: gt("created_at", "noon") } },
    /created_at is a date-time/,
  ],
  ["a count among others", { fields: ["id", "count(*)"] }, /count\(\*\) stands alone/],
  ["1,001 fields", { fields: Array<string>(1_001).fill("id") }, /1001 entries/],
  ["a long path", { fields: [`payload.${"a".repeat(2_000)}`] }, /limit is 1024/],
  ["a ref without a project", { query: { $expr: eq("weave_ref", "weave:///x") } }, /is no ref/],
])("%s is refused", async (_, asked, reason) => {
  const { project_id } = scene;
  const { status, body } = await scene.ask("/feedback/query", { project_id, ...asked });
  expect([status, body["reason"]]).toEqual([400, expect.stringMatching(reason)]);
});

test("without fields, rows leave out new members that are empty, which older SDKs refuse", async () => {
  const { result } = await scene.query();
  const always = Object.keys(result[0] ?? {});
  expect(always).toEqual(
    expect.arrayContaining(["id", "project_id", "creator", "payload", "annotation_ref"]),
  );
  const isNew = /^(?:queue_id|scorer_|span_)/;
  expect(result.map((row) => Object.keys(row).filter((name) => isNew.test(name)))).toEqual([
    [],
    [],
    ["scorer_ratings"],
    ["scorer_tags"],
    ["scorer_ratings"],
    [],
  ]);
  const fields = ["queue_id", "scorer_tags", "scorer_ratings", "span_status_code"];
  expect((await scene.query({ fields, limit: 1 })).result).toEqual([
    { queue_id: null, scorer_tags: [], scorer_ratings: {}, span_status_code: "UNSET" },
  ]);
});
