import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusal } from "../testing/outcomes.ts";
import type { Calls } from "./calls.ts";
import { withDescendants } from "./read/descendants.ts";
import { CallScene } from "./testing/call-scene.ts";
import { ownRead } from "../../store/traces/traces.ts";

let scene: CallScene;
let other: Calls;

beforeAll(async () => {
  scene = await CallScene.open();
  other = scene.server();
  scene.passMinutes(1);
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.enterNewProject());

describe("withDescendants", () => {
  const calls = [
    { id: "root", parent_id: "" },
    { id: "a", parent_id: "root" },
    { id: "a1", parent_id: "a" },
    { id: "b", parent_id: "root" },
    { id: "loop", parent_id: "loop" },
  ];
  test.each<[string[], string[]]>([
    [["root"], ["root", "a", "b", "a1"]],
    [["a"], ["a", "a1"]],
    [
      ["a1", "b", "b"],
      ["a1", "b"],
    ],
    [["gone"], ["gone"]],
    [["loop"], ["loop"]],
  ])("%j", (given, expected) => {
    expect(withDescendants(given, calls)).toEqual(expected);
  });
});

/** Stores calls of one trace: root ─ a ─ a1 and root ─ b. */
async function tree(): Promise<Record<"root" | "a" | "a1" | "b", string>> {
  const [root, a, a1, b] = [scene.id(), scene.id(), scene.id(), scene.id()] as const;
  const parents = [
    [root, null],
    [a, root],
    [a1, a],
    [b, root],
  ] as const;
  await scene.upsert(
    parents.flatMap(([id, parent_id]) => [
      scene.start(id, { parent_id, trace_id: "trace" }),
      scene.end(id),
    ]),
  );
  return { root, a, a1, b };
}

test("a deleted call and all calls below it disappear from every read at once", async () => {
  const { root, a, a1, b } = await tree();
  expect(await scene.delete([a])).toBe(2);
  expect((await scene.ids()).sort()).toEqual([root, b].sort());
  expect(await scene.ids({ filter: { call_ids: [a, a1, b] } })).toEqual([b]);
  expect(await scene.read(a1)).toBeUndefined();
  expect(await scene.count()).toMatchObject({ count: 2 });
  expect(await scene.count({ filter: { trace_ids: ["trace"] } })).toMatchObject({ count: 2 });
});

test("each given id counts once, known or unknown", async () => {
  const { root } = await tree();
  expect(await scene.delete([root, "unknown", root])).toBe(5);
  expect(await scene.delete([root])).toBe(1);
  expect(await scene.delete([])).toBe(0);
  expect(await scene.ids()).toEqual([]);
});

test("another project's call of the same id stays", async () => {
  const id = scene.id();
  await scene.upsert([scene.start(id)]);
  scene.enterNewProject();
  await scene.upsert([scene.start(id)]);
  await scene.delete([id]);
  expect(await scene.read(id)).toBeUndefined();
  const calls = await scene.stores.traces.query(
    "SELECT id FROM calls FINAL WHERE id = {id:String}",
    {
      id,
    },
    ownRead,
  );
  expect(calls).toHaveLength(1);
});

test("more than 1,000 ids are refused", async () => {
  const ids = Array.from({ length: 1001 }, (_, i) => `c${i}`);
  expect(await refusal(scene.delete(ids))).toMatchObject({ status: 413 });
});

describe("a deleted call stays deleted", () => {
  type Again = (id: string, server: Calls) => Promise<unknown>;
  const again: [string, Again][] = [
    ["a start", (id, server) => scene.upsert([scene.start(id)], server)],
    [
      "a start at another time",
      (id, server) =>
        scene.upsert([scene.start(id, { started_at: "2026-05-05T00:00:00Z" })], server),
    ],
    ["an end", (id, server) => scene.upsert([scene.end(id)], server)],
    ["both", (id, server) => scene.upsert([scene.start(id), scene.end(id)], server)],
    ["a whole call", (id, server) => scene.complete([scene.completedOf(id)], server)],
    ["a name", (id, server) => scene.update(id, "name", server)],
  ];
  test.each(again)("after a repeated write: %s", async (_, send) => {
    const id = scene.id();
    await scene.upsert([scene.start(id), scene.end(id)]);
    await scene.delete([id]);
    await send(id, scene.calls);
    await send(id, other);
    await Promise.all([send(id, scene.calls), send(id, other)]);
    expect(await scene.ids()).toEqual([]);
    expect(await scene.read(id)).toBeUndefined();
  });

  test("after an end whose start another server keeps in memory", async () => {
    const id = scene.id(scene.nowMs);
    await scene.upsert([scene.start(id)]);
    await scene.delete([id], other);
    await scene.upsert([scene.end(id)]);
    expect(await scene.ids()).toEqual([]);
    expect(await scene.read(id)).toBeUndefined();
  });

  test("while its parts arrive at the same time", async () => {
    const ids = Array.from({ length: 20 }, () => scene.id(scene.nowMs));
    await scene.upsert(ids.map((id) => scene.start(id)));
    await Promise.all([
      scene.delete(ids),
      ...ids.map((id) => scene.upsert([scene.end(id)], other)),
      ...ids.map((id) => scene.upsert([scene.start(id)])),
    ]);
    expect(await scene.ids()).toEqual([]);
  });
});
