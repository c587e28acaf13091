import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { FeedbackScene, type Given } from "./testing/feedback-scene.ts";

let scene: FeedbackScene;

beforeAll(async () => {
  scene = await FeedbackScene.open();
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.enterNewProject());

const call = "0198c5e3-0b6d-7e91-a2c7-6d5f80b3e114";

/** A score of a call, without an id. */
function score(given: Given = {}): Trace.FeedbackCreate {
  return scene.note({
    feedback_type: "wandb.runnable.length",
    payload: { output: 3 },
    runnable_ref: scene.ref("object/length:u0JQDXqMOwqXFCTQ0I7z0MX4wYYEF4ouMGGs6Q0blZQ"),
    call_ref: scene.ref(`call/${call}`),
    ...given,
  });
}

it.each([
  ["whose id has a time", call],
  ["whose id has none", "scored-1"],
])("a score that a call %s made is stored once, however often it is sent", async (_, id) => {
  const item = score({ call_ref: scene.ref(`call/${id}`) });
  const ids = [...(await scene.store(item)), ...(await scene.store(item, item))];
  expect(new Set(ids).size).toBe(1);
  const { body } = await scene.create(item);
  const { result } = await scene.query();
  expect(result.map((row) => row.id)).toEqual([body["id"]]);
  expect(body["id"]).toBe(ids[0]);
});

it("scores with another member are other scores", async () => {
  const others: readonly Given[] = [
    {},
    { weave_ref: scene.ref("call/c2") },
    { payload: { output: 4 } },
    { call_ref: scene.ref("call/0198c5e3-0b6d-7e91-a2c7-6d5f80b3e115") },
    { creator: "Ada" },
    { trigger_ref: scene.ref("object/monitor:u0JQDXqMOwqXFCTQ0I7z0MX4wYYEF4ouMGGs6Q0blZQ") },
  ];
  const ids = await scene.store(...others.map(score));
  expect(new Set(ids).size).toBe(others.length);
  const first = scene.project_id;
  scene.enterNewProject();
  const [elsewhere] = await scene.store(score());
  expect(ids).not.toContain(elsewhere);
  expect((await scene.query({ project_id: first })).total_count).toBe(others.length);
});

it("a score with an id has that id, and feedback that no call made is new each time", async () => {
  expect(await scene.store(score({ id: "mine" }))).toEqual(["mine"]);
  const object = score({ call_ref: null });
  const ids = await scene.store(object, object, scene.note(), scene.note());
  expect(new Set(ids).size).toBe(4);
});

it("a repeated replacement leaves one piece", async () => {
  const [old] = await scene.store(score());
  const feedback_id = old ?? "";
  const replacement = { ...score({ payload: { output: 4 } }), feedback_id };
  for (const _ of ["sent", "sent again"]) {
    expect((await scene.ask("/feedback/replace", replacement)).status).toBe(200);
  }
  expect((await scene.query({ fields: ["payload.output"] })).result).toEqual([
    { "payload.output": "4" },
  ]);
});

it("a removed score may come again", async () => {
  const [id] = await scene.store(score());
  const query = { $expr: { $eq: [{ $getField: "id" }, { $literal: id }] } };
  await scene.ask("/feedback/purge", { project_id: scene.project_id, query });
  expect((await scene.query()).result).toEqual([]);
  expect(await scene.store(score())).toEqual([id]);
  expect((await scene.query()).total_count).toBe(1);
});
