import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FeedbackScene, type Given } from "../../feedback/testing/feedback-scene.ts";

let scene: FeedbackScene;
const scorer = "wandb.runnable.judge";
const judge = (): string => scene.ref("object/judge:v1");

/** Feedback by call; a call of the list may have none. */
const given: readonly (readonly [call: string, ...feedback: readonly Given[]])[] = [
  ["low", runnable({ score: 0.2, label: "bad", parts: [1, 2] })],
  ["high", runnable({ score: 0.9, label: "good" }), note("Well done"), note("see refund")],
  // The first piece of a type counts.
  ["twice", runnable({ score: 0.5 }), runnable({ score: 0.95 })],
  ["text", runnable("7.5"), note("refund")],
  ["none"],
  ["other", { feedback_type: "own.1", payload: { a: { "b.c": [{ d: true }] }, n: null } }],
  ["reacted", { feedback_type: "wandb.reaction.1", payload: { emoji: "👍" } }],
];

function runnable(output: unknown): Given {
  return { feedback_type: scorer, payload: { output } };
}

function note(text: string): Given {
  return { feedback_type: "wandb.note.1", payload: { note: text } };
}

beforeAll(async () => {
  scene = await FeedbackScene.open();
  const batch = given.map(([id], at) => ({
    project_id: scene.project_id,
    id,
    trace_id: "t",
    op_name: at % 2 === 0 ? "even" : "odd",
    started_at: new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString(),
    ended_at: "2026-01-02T00:00:00Z",
    inputs: { limit: 0.5 },
    attributes: {},
    summary: {},
  }));
  await answered(`/v2/${scene.project_id}/calls/complete`, { batch });
  for (const [id, ...feedback] of given) {
    for (const one of feedback) {
      const runnable_ref = one.feedback_type === scorer ? judge() : null;
      await scene.store(scene.note({ ...one, weave_ref: scene.ref(`call/${id}`), runnable_ref }));
    }
  }
});
afterAll(() => scene[Symbol.asyncDispose]());

async function answered(path: string, body: object): Promise<string> {
  const answer = await scene.ask(path, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.text;
}

async function ids(more: Partial<Trace.CallsQuery>): Promise<string[]> {
  const asked = { project_id: scene.project_id, columns: ["id"], ...more };
  const text = await answered("/calls/stream_query", asked);
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => (JSON.parse(line) as Trace.Call).id);
}

const at = (path: string): object => ({ $getField: `feedback.[${scorer}].${path}` });
const score = at("payload.output.score");
const noteText = { $getField: "feedback.[wandb.note.1].payload.note" };
const lit = (value: unknown): object => ({ $literal: value });
const exists = (input: object): object => ({ $and: [{ $convert: { input, to: "exists" } }] });

const cases: readonly (readonly [what: string, expression: object, ids: readonly string[]])[] = [
  ["a number above", { $gt: [score, lit(0.4)] }, ["high", "twice"]],
  ["a number, not above", { $not: [{ $gt: [score, lit(0.4)] }] }, ["low"]],
  [
    "a converted number",
    { $lte: [{ $convert: { input: score, to: "double" } }, lit(0.5)] },
    ["low", "twice"],
  ],
  ["a text", { $eq: [at("payload.output.label"), lit("good")] }, ["high"]],
  [
    "no text",
    { $eq: [at("payload.output.label"), lit("")] },
    ["twice", "text", "none", "other", "reacted"],
  ],
  ["null", { $eq: [score, lit(null)] }, ["text", "none", "other", "reacted"]],
  ["a text that is a number", { $eq: [at("payload.output"), lit(7.5)] }, ["text"]],
  ["a place in a list", { $eq: [at("payload.output.parts.1"), lit(2)] }, ["low"]],
  ["an object as text", { $eq: [at("payload.output"), lit({ score: 0.5 })] }, ["twice"]],
  ["a size", { $eq: [{ $size: at("payload.output.parts") }, lit(2)] }, ["low"]],
  ["one of a list", { $in: [score, [lit(0.2), lit(0.9), lit(0.95)]] }, ["low", "high"]],
  ["an existing value", exists(score), ["low", "high", "twice"]],
  ["an existing output", exists(at("payload.output")), ["low", "high", "twice", "text"]],
  [
    "a value of the call",
    { $gt: [score, { $convert: { input: { $getField: "inputs.limit" }, to: "double" } }] },
    [],
  ],
  [
    "two converted values",
    {
      $gt: [
        { $convert: { input: score, to: "double" } },
        { $convert: { input: { $getField: "inputs.limit" }, to: "double" } },
      ],
    },
    ["high"],
  ],
  [
    "a dotted name",
    { $eq: [{ $getField: "feedback.[own.1].payload.a.b\\.c.0.d" }, lit(true)] },
    ["other"],
  ],
  ["a null member", exists({ $getField: "feedback.[own.1].payload.n" }), []],
  ["any type", { $eq: [{ $getField: "feedback.[*].payload.emoji" }, lit("👍")] }, ["reacted"]],
  [
    "any type with the member",
    { $eq: [{ $getField: "feedback.[*].payload.output.score" }, lit(0.5)] },
    ["twice"],
  ],
  ["some note", { $eq: [noteText, lit("see refund")] }, ["high"]],
  [
    "no such note",
    { $not: [{ $eq: [noteText, lit("refund")] }] },
    ["low", "high", "twice", "none", "other", "reacted"],
  ],
  [
    "a word in some note",
    { $contains: { input: noteText, substr: lit("REFUND"), case_insensitive: true } },
    ["high", "text"],
  ],
  ["no note", { $eq: [noteText, lit(null)] }, ["low", "twice", "none", "other", "reacted"]],
  ["two notes", { $eq: [{ $size: noteText }, lit(2)] }, ["high"]],
  ["a note of a list", { $in: [noteText, [lit("refund"), lit("Well done")]] }, ["high", "text"]],
  [
    "a reaction",
    { $eq: [{ $getField: "feedback.[wandb.reaction.1].payload.alias" }, lit(":thumbs_up:")] },
    ["reacted"],
  ],
  ["an unknown type", exists({ $getField: "feedback.[nobody's].payload.a" }), []],
  [
    "both sides of and",
    { $and: [{ $gt: [score, lit(0.1)] }, { $contains: { input: noteText, substr: lit("done") } }] },
    ["high"],
  ],
  [
    "either side of or, with a payload",
    {
      $or: [
        { $gt: [score, lit(0.8)] },
        {
          $and: [
            { $eq: [{ $getField: "inputs.limit" }, lit(0.5)] },
            { $eq: [{ $getField: "id" }, lit("none")] },
          ],
        },
      ],
    },
    ["high", "none"],
  ],
];

describe.each(cases)("%s", (_, $expr, expected) => {
  const query = { $expr } as Trace.Query;
  test("selects calls in a stream, in both directions, and counts them", async () => {
    expect(await ids({ query })).toEqual(expected);
    const sort_by = [{ field: "started_at", direction: "desc" as const }];
    expect(await ids({ query, sort_by, limit: 50 })).toEqual(expected.toReversed());
    const counted = await scene.ask("/calls/query_stats", { project_id: scene.project_id, query });
    expect(counted.body["count"]).toBe(expected.length);
    const call_ids = [...expected, "unknown"];
    expect(await ids({ query, filter: { call_ids } })).toEqual(expected);
    expect(await ids({ query, filter: { trace_ids: ["t"], op_names: ["even"] } })).toEqual(
      expected.filter((id) => given.findIndex(([call]) => call === id) % 2 === 0),
    );
  });
});

test("refs have the form that clients use, and either form finds them", async () => {
  const ref = at("runnable_ref");
  const internal = `weave-trace-internal:///${Buffer.from(scene.project_id).toString("base64url")}/object/judge:v1`;
  for (const text of [judge(), internal]) {
    const query = { $expr: { $eq: [ref, lit(text)] } } as Trace.Query;
    expect(await ids({ query })).toEqual(["low", "high", "twice", "text"]);
  }
  const substr = lit(`weave:///${scene.project_id}/object/`);
  const query = { $expr: { $contains: { input: ref, substr } } } as unknown as Trace.Query;
  expect(await ids({ query })).toEqual(["low", "high", "twice", "text"]);
});

test("the filter that SDKs make for `scored_by` finds the calls of a scorer", async () => {
  const byName = { $expr: exists(at("payload.output")) } as Trace.Query;
  const byRef = { $expr: { $eq: [at("runnable_ref"), lit(judge())] } } as Trace.Query;
  for (const query of [byName, byRef]) {
    expect(await ids({ query, limit: 1_000 })).toEqual(["low", "high", "twice", "text"]);
  }
});

test("figures of calls and searches behind refs use the same conditions", async () => {
  const query = { $expr: { $gt: [score, lit(0.4)] } } as unknown as Trace.Query;
  const { project_id } = scene;
  const usage = await scene.ask("/trace/usage", { project_id, query });
  expect(Object.keys(usage.body["call_usage"] as object)).toEqual(["high", "twice"]);
  const sized = { project_id, query, include_total_storage_size: true };
  const { body } = await scene.ask("/calls/query_stats", sized);
  expect(body).toMatchObject({ count: 2, total_storage_size_bytes: expect.any(Number) as number });
  expect(body["total_storage_size_bytes"]).toBeGreaterThan(0);
  const isHalf = { $eq: [{ $getField: "inputs.limit" }, lit(0.5)] };
  const both = { $expr: { $and: [query.$expr, isHalf] } } as Trace.Query;
  expect(await ids({ query: both, expand_columns: ["inputs.limit"] })).toEqual(["high", "twice"]);
});

test.each(["asc", "desc"] as const)("orders by feedback: %s", async (direction) => {
  const numbers = ["low", "twice", "high"];
  const others = ["text", "none", "other", "reacted"];
  const sort_by = [{ field: `feedback.[${scorer}].payload.output.score`, direction }];
  const ordered = direction === "asc" ? numbers : numbers.toReversed();
  const byId = others.toSorted();
  expect(await ids({ sort_by })).toEqual([...ordered, ...byId]);
  expect(await ids({ sort_by, limit: 2, offset: 1 })).toEqual([...ordered, ...byId].slice(1, 3));
  expect(await ids({ sort_by, filter: { call_ids: ["high", "low", "none"] } })).toEqual([
    ...ordered.filter((id) => id !== "twice"),
    "none",
  ]);
});

test("orders by feedback and by payloads of many calls, page by page", async () => {
  const sort_by = [
    { field: "feedback.[*].payload.note", direction: "desc" as const },
    { field: "inputs.limit", direction: "asc" as const },
  ];
  const query = { $expr: { $eq: [{ $getField: "inputs.limit" }, lit(0.5)] } } as Trace.Query;
  expect((await ids({ sort_by, query })).slice(0, 2)).toEqual(["text", "high"]);
});

test.each([
  "feedback",
  "feedback.own.payload.a",
  "feedback.[].payload.a",
  "feedback.[own].payload",
  "feedback.[own].payload.",
  "feedback.[own].creator",
  "feedback.[own].runnable_ref.x",
  "feedback.[own]payload.a",
  "feedback.own].payload.a",
])("refuses %s", async (field) => {
  const query = { $expr: { $eq: [{ $getField: field }, lit("x")] } };
  for (const asked of [{ query }, { sort_by: [{ field, direction: "asc" }] }]) {
    const { status, body } = await scene.ask("/calls/query", {
      project_id: scene.project_id,
      ...asked,
    });
    expect([status, body["reason"]]).toEqual([422, `Field ${field} is not allowed`]);
  }
});

test("refuses more than 20 types", async () => {
  const some = (count: number): object => ({
    $or: Array.from({ length: count }, (_, i) =>
      exists({ $getField: `feedback.[t${i}].payload.a` }),
    ),
  });
  const ask = async ($expr: object): Promise<number> =>
    (await scene.ask("/calls/query_stats", { project_id: scene.project_id, query: { $expr } }))
      .status;
  expect(await ask(some(20))).toBe(200);
  expect(await ask(some(21))).toBe(400);
});
