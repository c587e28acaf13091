import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { FeedbackScene, type Given } from "./testing/feedback-scene.ts";

let scene: FeedbackScene;

beforeAll(async () => {
  scene = await FeedbackScene.open();
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.enterNewProject());

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/;

describe("a note", () => {
  it("is answered with its id, time, author and payload, and stored with all members", async () => {
    const { status, body } = await scene.create(scene.note({ creator: "Ada" }));
    expect(status).toBe(200);
    const id = expect.stringMatching(uuidV7) as string;
    const created_at = expect.stringMatching(moment) as string;
    const wb_user_id = "user-of-acme";
    expect(body).toEqual({ id, created_at, wb_user_id, payload: { note: "good" } });
    const { result, total_count } = await scene.query();
    expect(total_count).toBe(1);
    expect(result).toEqual([
      {
        id: body["id"],
        project_id: scene.project_id,
        weave_ref: scene.ref("call/c1"),
        wb_user_id,
        creator: "Ada",
        created_at: body["created_at"],
        feedback_type: "wandb.note.1",
        payload: { note: "good" },
        annotation_ref: null,
        runnable_ref: null,
        call_ref: null,
        trigger_ref: null,
      },
    ]);
  });

  it("may be about something that does not exist, and about any text", async () => {
    const refs = [scene.ref("call/nowhere"), "wandb-artifact:///a/b/c", "anything", ""];
    await scene.store(...refs.map((weave_ref) => scene.note({ weave_ref })));
    expect((await scene.query()).result.map(({ weave_ref }) => weave_ref)).toEqual(refs);
  });
});

/** Members that each kind allows, with refs of the project. */
function scored(given: Given): Given {
  const runnable_ref = scene.ref("object/polite:d");
  const payload = { output: 1 };
  return { feedback_type: "wandb.runnable.polite", payload, runnable_ref, ...given };
}
const op = (): string => scene.ref("op/polite:d");
const call = (): string => scene.ref("call/c2");
const monitor = (): string => scene.ref("object/watch:d");
const all = (): Given => ({ runnable_ref: op(), call_ref: call(), trigger_ref: monitor() });

const accepted: [what: string, given: () => Given][] = [
  ["a note of 1 character", () => ({ payload: { note: "x" } })],
  [
    "a note of 1,024 characters, each of two units",
    () => ({ payload: { note: "😀".repeat(1024) } }),
  ],
  ["a note with further members", () => ({ payload: { note: "x", more: [1] } })],
  ["the score of an object", () => scored({})],
  ["the score of an op with its call", () => scored({ runnable_ref: op(), call_ref: call() })],
  ["a score with a trigger", () => scored({ trigger_ref: monitor() })],
  ["a score of null", () => scored({ payload: { output: null } })],
  [
    "a score with tags and ratings",
    () => scored({ scorer_tags: ["a"], scorer_ratings: { r: 0.5 } }),
  ],
  ["a monitor", () => ({ feedback_type: "wandb.agent_monitor", payload: {}, ...all() })],
  [
    "feedback of a user",
    () => ({ feedback_type: "wandb.agent_user_feedback", payload: {}, scorer_tags: ["bad"] }),
  ],
  ["a type of one's own", () => ({ feedback_type: "mine", payload: { any: [1, null] } })],
  ["an old score", () => ({ feedback_type: "wandb.score.1", payload: { name: "x" } })],
  ["empty scorer members", () => ({ scorer_tags: [], scorer_ratings: {}, scorer_trace_id: "" })],
  [
    "nulls everywhere",
    () => ({ creator: null, annotation_ref: null, scorer_tags: null, id: null }),
  ],
];
test.each(accepted)("%s is accepted", async (_, given) => {
  const { status, text } = await scene.create(scene.note(given()));
  expect([status, text]).toEqual([200, expect.any(String)]);
  expect((await scene.query()).total_count).toBe(1);
});

const refused: [what: string, given: () => Given, reason: RegExp][] = [
  ["an empty note", () => ({ payload: { note: "" } }), /has 0 characters; a note has 1 to 1024/],
  ["a long note", () => ({ payload: { note: "x".repeat(1025) } }), /has 1025 characters/],
  ["a note that is no text", () => ({ payload: { note: 1 } }), /payload.note must be a text/],
  ["a note without a note", () => ({ payload: {} }), /payload.note must be a text/],
  ["a note with a ref", () => ({ call_ref: call() }), /must not have call_ref/],
  [
    "a note with an annotation_ref",
    () => ({ annotation_ref: monitor() }),
    /not have annotation_ref/,
  ],
  ["a note with tags", () => ({ scorer_tags: ["a"] }), /must not have scorer_tags/],
  ["a note with a trace of a scorer", () => ({ scorer_trace_id: "t" }), /not have scorer_trace_id/],
  ["a queue", () => ({ queue_id: "q" }), /annotation queue, and this server has none yet/],
  [
    "an annotation without a name",
    () => ({ feedback_type: "wandb.annotation" }),
    /annotation\.<name>/,
  ],
  ["an empty name", () => ({ feedback_type: "wandb.runnable." }), /wandb\.runnable\.<name>/],
  ["a score without its maker", () => scored({ runnable_ref: null }), /needs runnable_ref/],
  ["a score without output", () => scored({ payload: { score: 1 } }), /needs a member output/],
  ["another maker", () => scored({ runnable_ref: monitor() }), /with the name polite, not watch/],
  ["an op without its call", () => scored({ runnable_ref: op() }), /needs call_ref/],
  [
    "a call that is an object",
    () => scored({ call_ref: monitor() }),
    /call_ref is the ref of a object/,
  ],
  [
    "a maker that is a call",
    () => scored({ runnable_ref: call() }),
    /runnable_ref is the ref of a call/,
  ],
  [
    "a trigger that is an op",
    () => scored({ trigger_ref: op() }),
    /trigger_ref is the ref of a op/,
  ],
  ["a ref without a version", () => scored({ call_ref: scene.ref("object/x") }), /is no ref/],
  ["a ref without a project", () => scored({ call_ref: "weave:///acme" }), /is no ref/],
  ["any other text", () => scored({ call_ref: "x" }), /a ref starts with weave/],
  ["a score with an annotation_ref", () => scored({ annotation_ref: monitor() }), /annotation_ref/],
  [
    "a monitor without a trigger",
    () => ({ feedback_type: "wandb.agent_monitor", ...all(), trigger_ref: null }),
    /needs trigger_ref/,
  ],
  ["a user without tags", () => ({ feedback_type: "wandb.agent_user_feedback" }), /scorer_tags/],
  ["1,001 tags", () => scored({ scorer_tags: Array<string>(1001).fill("a") }), /1001 entries/],
  [
    "1,001 ratings",
    () =>
      scored({
        scorer_ratings: Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [i, 1])),
      }),
    /1001 entries/,
  ],
  [
    "a long payload",
    () => ({ feedback_type: "x", payload: { a: "x".repeat(1_048_569) } }),
    /has 1048577/,
  ],
  ["a ref of 70 KB", () => ({ weave_ref: `weave:///acme/p/call/${"x".repeat(70_000)}` }), /65536/],
];
test.each(refused)("%s is refused", async (_, given, reason) => {
  const answer = await scene.create(scene.note(given()));
  expect([answer.status, answer.body["reason"]]).toEqual([400, expect.stringMatching(reason)]);
  expect((await scene.query()).total_count).toBe(0);
});

describe("payloads", () => {
  it("of the greatest length are accepted", async () => {
    const payload = { a: "x".repeat(1_048_568) };
    expect((await scene.create(scene.own(payload))).status).toBe(200);
    expect((await scene.query()).result[0]?.payload).toEqual(payload);
  });

  it("keep their numbers, the order of names and doubled names", async () => {
    const payload = '{"z":1.50,"a":1e2,"big":12345678901234567890123,"a":-0}';
    const item = JSON.stringify(scene.own({})).replace('"payload":{}', `"payload": ${payload}`);
    const created = await scene.client.post("/feedback/create", item);
    expect(created.text).toContain(`"payload":${payload}`);
    const asked = JSON.stringify({ project_id: scene.project_id });
    const { text } = await scene.client.post("/feedback/query", asked);
    expect(text).toContain(`"payload":${payload}`);
  });

  it("show refs as clients write them, and are stored with the ids of projects", async () => {
    const target = scene.ref("object/x:d");
    const { body } = await scene.create(
      scene.own({ target, list: [target], text: `see ${target}` }),
    );
    const shown = { target, list: [target], text: `see ${target}` };
    expect(body["payload"]).toEqual(shown);
    expect((await scene.query()).result[0]?.payload).toEqual(shown);
    const rows = await scene.stores.traces.query<{ payload: string; weave_ref: string }>(
      "SELECT payload, weave_ref FROM feedback FINAL WHERE id = {id:String}",
      { id: body["id"] as string },
      { signal: undefined },
    );
    expect(rows[0]?.payload).toContain('"target":"weave-trace-internal:///');
    expect(rows[0]?.weave_ref).toMatch(/^weave-trace-internal:\/\/\/[^/]+\/call\/c1$/);
  });
});

describe("ids", () => {
  it("of the client are kept, and the same id again overwrites", async () => {
    const one = await scene.create(scene.note({ id: "mine" }));
    const two = await scene.create(scene.note({ id: "mine", payload: { note: "better" } }));
    expect([one.body["id"], two.body["id"]]).toEqual(["mine", "mine"]);
    const { result, total_count } = await scene.query();
    expect([total_count, result[0]?.payload]).toEqual([1, { note: "better" }]);
  });

  it("are those of one project", async () => {
    await scene.store(scene.note({ id: "mine" }));
    const first = scene.project_id;
    scene.enterNewProject();
    await scene.store(scene.note({ id: "mine", payload: { note: "other" } }));
    const other = await scene.query({ project_id: first });
    expect(other.result.map(({ payload }) => payload)).toEqual([{ note: "good" }]);
  });
});

describe("a batch", () => {
  it("is answered in its order, and stored in its order", async () => {
    const items = Array.from({ length: 300 }, (_, i) => scene.own({ i }));
    const ids = await scene.store(...items);
    const { result } = await scene.query();
    expect(result.map(({ id }) => id)).toEqual(ids);
    expect(result.map(({ payload }) => (payload as Record<string, unknown>)["i"])).toEqual(
      items.map((_, i) => i),
    );
  });

  it("is stored whole or not at all", async () => {
    const bad = scene.note({ payload: { note: "" } });
    const { status } = await scene.ask("/feedback/batch/create", { batch: [scene.note(), bad] });
    expect([status, (await scene.query()).total_count]).toEqual([400, 0]);
  });

  it("may be empty, and may be of several projects", async () => {
    expect(await scene.store()).toEqual([]);
    const first = scene.project_id;
    const items: Trace.FeedbackCreate[] = [scene.note()];
    scene.enterNewProject();
    await scene.store(...items, scene.note());
    for (const project_id of [first, scene.project_id]) {
      expect((await scene.query({ project_id })).total_count).toBe(1);
    }
  });

  it("keeps the later of two pieces with one id", async () => {
    const of = (note: string): Trace.FeedbackCreate => scene.note({ id: "x", payload: { note } });
    await scene.store(of("one"), of("two"));
    expect((await scene.query()).result.map(({ payload }) => payload)).toEqual([{ note: "two" }]);
  });
});

it("is of the sender's projects only", async () => {
  const foreign = await scene.create(scene.note({ project_id: "globex/p" }));
  expect(foreign.status).toBe(404);
  const globex = await scene.ask("/feedback/query", { project_id: "globex/p" });
  expect(globex.status).toBe(404);
});

test.each([
  ["few long payloads", 3, 20_000],
  ["many short payloads", 150, 10],
  ["payloads of which one is long", 1, 1_000_000],
])("%s of one call are read whole", async (_, count, length) => {
  const text = "é".repeat(length / 2);
  const items = Array.from({ length: count }, (_value, n) => scene.own({ n, text }));
  const ids = await scene.store(...items, scene.own({ n: "last" }));
  const query = {
    $expr: { $eq: [{ $getField: "weave_ref" }, { $literal: scene.ref("call/c1") }] },
  };
  const { result, total_count } = await scene.query({ query: query as unknown as Trace.Query });
  expect([total_count, result.map(({ id }) => id)]).toEqual([count + 1, ids]);
  expect(result.at(-2)?.payload).toEqual({ n: count - 1, text });
});
