import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ProjectId } from "../../../access/project-id.ts";
import { inAccount } from "../../../budgets/current-request.ts";
import { nobodyLeaves } from "../../../store/testing/nobody-leaves.ts";
import { until } from "../../../store/traces/testing/until.ts";
import { ownRead, type Traces } from "../../../store/traces/traces.ts";
import { FeedbackScene } from "../../feedback/testing/feedback-scene.ts";
import { callRefStart } from "./call-ref.ts";
import { FeedbackOnCalls } from "./feedback-on-calls.ts";

let scene: FeedbackScene;
beforeAll(async () => {
  scene = await FeedbackScene.open();
});
beforeEach(() => scene.enterNewProject());
afterAll(() => scene[Symbol.asyncDispose]());

async function storeCalls(...ids: readonly string[]): Promise<void> {
  const batch = ids.map((id, at) => ({
    project_id: scene.project_id,
    id,
    trace_id: "t",
    op_name: "op",
    started_at: new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString(),
    ended_at: "2026-01-02T00:00:00Z",
    inputs: { self: `weave:///${scene.project_id}/object/x:v0` },
    attributes: {},
    summary: { weave: { feedback: [] } },
  }));
  const path = `/v2/${scene.project_id}/calls/complete`;
  const answer = await scene.ask(path, { batch });
  if (answer.status !== 200) throw new Error(answer.text);
}

const hasNote = {
  $expr: { $eq: [{ $getField: "feedback.[wandb.note.1].payload.note" }, { $literal: "good" }] },
};
const on = (id: string): { weave_ref: string } => ({ weave_ref: scene.ref(`call/${id}`) });

/** Stores so much feedback, each piece on a call of its own. */
async function storeMany(count: number): Promise<void> {
  const project_id = Buffer.from(scene.project_id).toString("base64url");
  const lines = Array.from({ length: count }, (_, at) => {
    const call_id = `far${at}`;
    const weave_ref = callRefStart(project_id as ProjectId) + call_id;
    const created_at = "2026-01-01 00:00:00";
    return JSON.stringify({
      project_id,
      id: `f${at}`,
      created_at,
      weave_ref,
      call_id,
      payload: "{}",
    });
  });
  await scene.stores.traces.insert("feedback", lines, crypto.randomUUID());
}

/** The rows that the engine has read so far. */
async function rowsRead(): Promise<number> {
  const sql = "SELECT value FROM system.events WHERE event = 'SelectedRows'";
  const [row] = await scene.stores.traces.query<{ value: number }>(sql, {}, ownRead);
  return row?.value ?? 0;
}

/** The stream with feedback, as text. */
async function streamed(more: Partial<Trace.CallsQuery> = {}): Promise<string> {
  const asked = { project_id: scene.project_id, include_feedback: true, ...more };
  const answer = await scene.ask("/calls/stream_query", asked);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.text;
}

async function feedbackOf(more?: Partial<Trace.CallsQuery>): Promise<Trace.CallFeedback[][]> {
  const lines = (await streamed(more)).split("\n").filter((line) => line !== "");
  return lines.map((line) => (JSON.parse(line) as Trace.Call).summary.weave!.feedback!);
}

test.each([
  ["of a page", {}],
  ["of named calls", { filter: { call_ids: ["near"] } }],
  ["that a query names", { query: hasNote, filter: { call_ids: ["near"] } }],
])("the feedback %s is found without a look at all other feedback", async (_case, asked) => {
  const others = 20_000;
  await storeMany(others);
  await storeCalls("near");
  await scene.store(scene.note(on("near")));
  const before = await rowsRead();
  const [near] = await feedbackOf(asked as Partial<Trace.CallsQuery>);
  expect(near).toHaveLength(1);
  expect((await rowsRead()) - before).toBeLessThan(others);
});

test("each call has its own feedback, the oldest first; others have none", async () => {
  await storeCalls("a", "b", "c");
  await scene.store(scene.note(on("b")), scene.note({ ...on("a"), payload: { note: "first" } }));
  await scene.store(scene.note({ ...on("a"), payload: { note: "second" }, creator: "Ada" }));
  await scene.store(
    scene.note({ weave_ref: scene.ref("call/a/attr/x") }),
    scene.note({ weave_ref: scene.ref("object/a:v0") }),
    scene.note({ weave_ref: "weave:///acme/elsewhere/call/c" }),
  );
  const [a, b, c] = await feedbackOf();
  expect(a!.map(({ payload }) => payload)).toEqual([{ note: "first" }, { note: "second" }]);
  expect(b).toHaveLength(1);
  expect(c).toEqual([]);
  expect(a![1]).toEqual({
    id: a![1]!.id,
    feedback_type: "wandb.note.1",
    weave_ref: scene.ref("call/a"),
    payload: { note: "second" },
    creator: "Ada",
    created_at: a![1]!.created_at,
    wb_user_id: a![1]!.wb_user_id,
    runnable_ref: null,
    call_ref: null,
    trigger_ref: null,
    annotation_ref: null,
    scorer_tags: [],
    scorer_tag_reasons: {},
    scorer_tag_confidences: {},
    scorer_ratings: {},
    scorer_rating_reasons: {},
    scorer_rating_confidences: {},
  });
});

test("the payload keeps its numbers, the order of its names and its refs", async () => {
  await storeCalls("a");
  const payload = `{"b":1.0,"a":1e400,"ref":"${scene.ref("object/x:v0")}","n":12345678901234567890}`;
  const item = JSON.stringify(scene.own({}, on("a"))).replace(
    '"payload":{}',
    `"payload":${payload}`,
  );
  expect((await scene.client.post("/feedback/create", item)).status).toBe(200);
  expect(await streamed()).toContain(payload);
});

test("replaced and removed feedback is gone, and so is feedback that moved to another call", async () => {
  await storeCalls("a", "b");
  const [replaced, removed, moved] = await scene.store(
    scene.note(on("a")),
    scene.note(on("a")),
    scene.note({ ...on("a"), id: "moving" }),
  );
  await scene.ask("/feedback/replace", { ...scene.note(on("a")), feedback_id: replaced });
  const query = { $expr: { $eq: [{ $getField: "id" }, { $literal: removed }] } };
  await scene.ask("/feedback/purge", { project_id: scene.project_id, query });
  await scene.store(scene.note({ ...on("b"), id: moved! }));
  const [a, b] = await feedbackOf();
  expect(a).toHaveLength(1);
  expect(a![0]!.id).not.toBe(replaced);
  expect(b!.map(({ id }) => id)).toEqual(["moving"]);
});

test("another project's feedback on a call of the same id stays there", async () => {
  await storeCalls("a");
  const foreign = scene.note(on("a"));
  scene.enterNewProject();
  await storeCalls("a");
  await scene.store({ ...foreign, project_id: scene.project_id });
  expect(await feedbackOf()).toEqual([[]]);
});

test.each<[string, Partial<Trace.CallsQuery>]>([
  ["named calls", { filter: { call_ids: ["a", "b"] } }],
  ["calls without payloads", { columns: ["id"] }],
  ["calls with expanded refs", { expand_columns: ["inputs.self"] }],
  ["an order of its own", { sort_by: [{ field: "op_name", direction: "asc" }] }],
])("%s have it", async (_, more) => {
  await storeCalls("a", "b");
  await scene.store(scene.note(on("b")));
  expect((await feedbackOf(more)).map(({ length }) => length)).toEqual([0, 1]);
});

test("an answer in one piece has it, and without the request it is absent", async () => {
  await storeCalls("a");
  await scene.store(scene.note(on("a")));
  const asked = { project_id: scene.project_id, include_feedback: true };
  const { body } = await scene.ask("/calls/query", asked);
  const [call] = body["calls"] as Trace.Call[];
  expect(call!.summary.weave!.feedback).toHaveLength(1);
  expect(await feedbackOf({ include_feedback: false })).toEqual([[]]);
});

describe("many bytes of feedback", () => {
  const ids = Array.from({ length: 24 }, (_, at) => `c${String(at).padStart(2, "0")}`);

  async function fill(): Promise<void> {
    await storeCalls(...ids);
    const text = "x".repeat(900_000);
    for (const id of ids) await scene.store(scene.own({ text, id }, on(id)));
  }

  function counting(): { readonly reads: number; readonly onCalls: FeedbackOnCalls } {
    const { traces } = scene.stores;
    const counted = { reads: 0 };
    const noting: Traces = {
      query: async (...asked) => {
        counted.reads += 1;
        return traces.query(...asked);
      },
      stream: (...asked) => traces.stream(...asked),
      insert: async (...asked) => traces.insert(...asked),
      command: async (...asked) => traces.command(...asked),
      close: async () => {},
    };
    const requester = scene.stores.requesterOf("acme");
    const onCalls = new FeedbackOnCalls({
      traces: noting,
      requester,
      project: requester.projects.named(scene.project_id),
      signal: nobodyLeaves,
      isStream: true,
      idleMs: 20,
    });
    return {
      onCalls,
      get reads() {
        return counted.reads;
      },
    };
  }

  test("are read in pieces, and released if the reader pauses", async () => {
    await fill();
    const whole = await feedbackOf();
    expect(whole.map((shown) => shown.map(({ payload }) => payload["id"]))).toEqual(
      ids.map((id) => [id]),
    );
    const read = counting();
    let held = 0;
    const account = { entity: "acme", hold: (bytes: number) => void (held += bytes) };
    await inAccount(account, async () => {
      for (const [at, id] of ids.entries()) {
        expect(await read.onCalls.of(id, () => ids.slice(at + 1))).toHaveLength(1);
      }
    });
    expect(held).toBeGreaterThan(4_000_000);
    expect(held).toBeLessThan(12_000_000);
    // 24 calls and 12 calls are too much at once; 6 are not.
    expect(read.reads).toBeGreaterThanOrEqual(5);
    expect(read.reads).toBeLessThanOrEqual(10);

    await read.onCalls.of(ids[0]!, () => ids.slice(1));
    expect(read.onCalls.isHolding).toBe(true);
    await until(() => !read.onCalls.isHolding);
    expect(await read.onCalls.of(ids[1]!, () => ids.slice(2))).toHaveLength(1);
    read.onCalls[Symbol.dispose]();
    expect(read.onCalls.isHolding).toBe(false);
  });
});
