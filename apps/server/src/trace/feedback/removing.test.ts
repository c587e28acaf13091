import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Answer } from "../testing/trace-app.ts";
import { FeedbackScene } from "./testing/feedback-scene.ts";

let scene: FeedbackScene;

beforeAll(async () => {
  scene = await FeedbackScene.open();
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(async () => {
  scene.enterNewProject();
  await scene.store(...["a", "b", "c"].map((id) => scene.note({ id })));
});

const id = (value: unknown): object => ({ $eq: [{ $getField: "id" }, { $literal: value }] });

async function purge($expr: unknown, project_id = scene.project_id): Promise<Answer> {
  return scene.ask("/feedback/purge", { project_id, query: { $expr } });
}

async function ids(): Promise<string> {
  return (await scene.query()).result.map((row) => row.id).join("");
}

describe("a purge", () => {
  test.each([
    ["one id", id("b"), "ac"],
    ["several ids", { $or: [id("a"), id("b"), id("a")] }, "c"],
    ["an unknown id", id("z"), "abc"],
    ["an $or of one", { $or: [id("c")] }, "ab"],
  ])("of %s leaves the others", async (_, expression, left) => {
    const { status, body } = await purge(expression);
    expect([status, body, await ids()]).toEqual([200, {}, left]);
    expect((await purge(expression)).status).toBe(200);
    expect(await ids()).toBe(left);
  });

  test.each([
    ["$in", { $in: [{ $getField: "id" }, [{ $literal: "a" }]] }],
    ["another field", { $eq: [{ $getField: "creator" }, { $literal: "a" }] }],
    ["the literal first", { $eq: [{ $literal: "a" }, { $getField: "id" }] }],
    ["a number", id(1)],
    ["null", id(null)],
    ["$and", { $and: [id("a")] }],
    ["$or within $or", { $or: [{ $or: [id("a")] }] }],
    ["an empty $or", { $or: [] }],
    ["$not", { $not: [id("a")] }],
    ["a part that is right", { $or: [id("a"), { $gt: [{ $getField: "id" }, { $literal: "a" }] }] }],
    ["1,001 ids", { $or: Array.from({ length: 1_001 }, (_, i) => id(`${i}`)) }],
  ])("by %s is refused and removes nothing", async (_, expression) => {
    const { status } = await purge(expression);
    expect([status, await ids()]).toEqual([400, "abc"]);
  });

  test("of another project removes nothing", async () => {
    const project = scene.project_id;
    scene.enterNewProject();
    await purge(id("a"));
    expect((await scene.query({ project_id: project })).total_count).toBe(3);
    expect((await purge(id("a"), "globex/p")).status).toBe(404);
  });

  test("does not stop a later piece with the same id", async () => {
    await purge(id("a"));
    await scene.store(scene.note({ id: "a" }));
    expect(await ids()).toBe("bca");
  });
});

describe("a replacement", () => {
  const replace = (feedback_id: string, given: object = {}): Promise<Answer> =>
    scene.ask("/feedback/replace", {
      ...scene.note({ payload: { note: "new" } }),
      feedback_id,
      ...given,
    });

  test("has a new id and a new time, and takes the place of the old piece", async () => {
    const before = (await scene.query()).result;
    const { status, body } = await replace("a");
    expect(status).toBe(200);
    const { result } = await scene.query();
    expect(result.map((row) => row.id)).toEqual(["b", "c", body["id"]]);
    expect(body["id"]).not.toBe("a");
    expect(result[2]?.created_at).toBe(body["created_at"]);
    expect(result[2]!.created_at! > before[2]!.created_at!).toBe(true);
  });

  test("may have an id of the client, even the old one", async () => {
    expect((await replace("a", { id: "d" })).body["id"]).toBe("d");
    expect((await replace("b", { id: "b" })).body["id"]).toBe("b");
    expect(await ids()).toBe("cdb");
  });

  test("of an unknown piece is a new piece", async () => {
    expect((await replace("z", { id: "d" })).status).toBe(200);
    expect(await ids()).toBe("abcd");
  });

  test("that breaks a rule leaves the old piece", async () => {
    const { status } = await replace("a", { payload: { note: "" } });
    expect([status, await ids()]).toEqual([400, "abc"]);
  });
});
