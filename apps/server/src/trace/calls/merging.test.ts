import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusal } from "../testing/outcomes.ts";
import { CallScene } from "./testing/call-scene.ts";
import type { Calls } from "./calls.ts";
import { ownRead, type Traces } from "../../store/traces/traces.ts";

let scene: CallScene;
let other: Calls;

beforeAll(async () => {
  scene = await CallScene.open();
  other = scene.server();
  scene.passMinutes(1);
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.enterNewProject());

const given = {
  op_name: "weave:///acme/p/op/predict:v1",
  parent_id: "parent",
  thread_id: "thread",
  turn_id: "turn",
  display_name: "given by the start",
  started_at: "2026-03-01T10:00:00.000001Z",
  attributes: { a: 1 },
  inputs: { x: "weave:///acme/p/object/ds:d1", deep: [{ y: "weave:///acme/p/object/m:d2" }] },
  wb_run_id: "acme/p/run",
  wb_run_step: 3,
} satisfies Partial<Trace.CallStart>;

const reported = {
  ended_at: "2026-03-01T10:00:02.500Z",
  output: { z: "weave:///acme/p/object/out:d3" },
  summary: { usage: { m: { prompt_tokens: 1 } } },
  wb_run_step_end: 4,
} satisfies Partial<Trace.CallEnd>;

/** The same store, but `happens` runs before each read of whole calls. */
function beforeLoads(traces: Traces, happens: () => Promise<void>): Traces {
  return new Proxy(traces, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        if (name === "query" && String(args[0]).includes("arrayZip")) await happens();
        return Reflect.apply(member, target, args) as unknown;
      };
    },
  });
}

/** The call that results from both halves in every order. */
function whole(id: string): Trace.Call {
  return {
    id,
    project_id: scene.project_id,
    trace_id: "trace",
    ...given,
    ended_at: "2026-03-01T10:00:02.500000Z",
    exception: null,
    output: reported.output,
    summary: {
      ...reported.summary,
      weave: { status: "success", latency_ms: 2499, display_name: "given by the start" },
    },
    wb_user_id: "user-of-acme",
    wb_run_step_end: 4,
    deleted_at: null,
    expire_at: null,
    storage_size_bytes: null,
    total_storage_size_bytes: null,
  };
}

describe("halves make one call", () => {
  type Way = (start: Trace.CallBatchItem, end: Trace.CallBatchItem) => Promise<unknown>;
  const at = (server: () => Calls, ...halves: Trace.CallBatchItem[]): Promise<void> =>
    scene.upsert(halves, server());
  const here = (): Calls => scene.calls;
  const there = (): Calls => other;
  const ways: [name: string, way: Way][] = [
    ["in one batch", (s, e) => at(here, s, e)],
    ["in one batch, the end first", (s, e) => at(here, e, s)],
    ["in two batches", async (s, e) => [await at(here, s), await at(here, e)]],
    ["in two batches, the end first", async (s, e) => [await at(here, e), await at(here, s)]],
    ["at once", (s, e) => Promise.all([at(here, s), at(here, e)])],
    ["from two servers", async (s, e) => [await at(here, s), await at(there, e)]],
    ["from two servers, the end first", async (s, e) => [await at(there, e), await at(here, s)]],
    ["from two servers at once", (s, e) => Promise.all([at(here, s), at(there, e)])],
    [
      "repeated",
      (s, e) => Promise.all([at(here, s, e), at(there, e, s), at(here, e), at(there, s)]),
    ],
    [
      "repeated, one after the other",
      async (s, e) => [
        await at(here, s, e),
        await at(here, s),
        await at(here, e),
        await at(there, s),
      ],
    ],
    [
      "a repeated start at another server after the whole call",
      async (s, e) => [await at(here, s, e), await at(there, s)],
    ],
  ];

  describe.each<[string, () => string]>([
    ["ids that are looked up", () => scene.id()],
    ["ids that must be new", () => scene.id(scene.nowMs)],
    ["ids without a time", () => "5b8efff798038103"],
  ])("%s", (_, newId) => {
    test.each(ways)("%s", async (_name, way) => {
      const id = newId();
      await way(scene.start(id, { ...given, trace_id: "trace" }), scene.end(id, reported));
      expect(await scene.query()).toEqual([whole(id)]);
      expect(await scene.read(id)).toEqual(whole(id));
    });
  });
});

describe("the later write wins", () => {
  test("an end with other values", async () => {
    const id = scene.id();
    await scene.upsert([scene.start(id), scene.end(id, { output: 1 })]);
    await scene.upsert([scene.end(id, { output: 2, exception: "no" })], other);
    expect(await scene.query()).toMatchObject([{ output: 2, exception: "no" }]);
  });

  test("a start with other values, which changes the start's members only", async () => {
    const id = scene.id();
    await scene.upsert([scene.start(id, { inputs: { x: 1 } }), scene.end(id, { output: 1 })]);
    await scene.upsert([scene.start(id, { inputs: { x: 2 }, parent_id: "p" })], other);
    expect(await scene.query()).toMatchObject([{ inputs: { x: 2 }, parent_id: "p", output: 1 }]);
  });

  test("of two in one batch", async () => {
    const id = scene.id();
    await scene.upsert([
      scene.end(id, { output: 1 }),
      scene.start(id),
      scene.end(id, { output: 2 }),
    ]);
    expect(await scene.query()).toMatchObject([{ output: 2 }]);
  });

  test("a whole call over its parts", async () => {
    const id = scene.id();
    await scene.upsert([scene.start(id), scene.end(id, { output: 1, exception: "no" })]);
    await scene.complete([scene.completedOf(id, { output: 2 })], other);
    expect(await scene.query()).toMatchObject([{ output: 2, exception: null }]);
  });
});

describe("a call that moves to another start time stays one call", () => {
  test.each([
    ["the same month", "2026-01-02T00:00:00Z"],
    ["an earlier month", "2025-06-01T00:00:00Z"],
    ["a later month", "2026-06-01T00:00:00Z"],
  ])("in %s", async (_, started_at) => {
    const id = scene.id();
    const kept = scene.id();
    await scene.upsert([scene.start(kept), scene.start(id), scene.end(id, { output: 1 })]);
    await scene.upsert([scene.start(id, { started_at })], other);
    expect(await scene.query({ filter: { call_ids: [id] } })).toMatchObject([
      { started_at, output: 1 },
    ]);
    expect((await scene.ids()).sort()).toEqual([id, kept].sort());
    expect(await scene.read(id)).toMatchObject({ started_at });
    await scene.delete([id]);
    expect(await scene.ids()).toEqual([kept]);
  });

  test("and back again", async () => {
    const id = scene.id();
    for (const day of [1, 2, 1, 3, 1]) {
      await scene.upsert([scene.start(id, { started_at: `2026-01-0${day}T00:00:00Z` })]);
    }
    expect(await scene.query()).toMatchObject([{ started_at: "2026-01-01T00:00:00Z" }]);
  });
});

describe("an end without a start", () => {
  test("is not visible, and waits for its start", async () => {
    const id = scene.id();
    await scene.upsert([scene.end(id, { output: "kept" })]);
    expect(await scene.read(id)).toBeUndefined();
    expect(await scene.ids()).toEqual([]);
    expect(await scene.count()).toMatchObject({ count: 0 });
    await scene.upsert([scene.start(id)], other);
    expect(await scene.read(id)).toMatchObject({ output: "kept" });
  });

  test("that comes twice counts with its last values", async () => {
    const id = scene.id();
    await scene.upsert([scene.end(id, { output: 1 })]);
    await scene.upsert([scene.end(id, { output: 2 })], other);
    await scene.upsert([scene.start(id)]);
    expect(await scene.read(id)).toMatchObject({ output: 2 });
  });

  test("is not used again after it has met its start", async () => {
    const id = scene.id();
    await scene.upsert([scene.end(id, { output: 1 })]);
    await scene.upsert([scene.start(id)]);
    await scene.upsert([scene.end(id, { output: 2 })]);
    await scene.upsert([scene.start(id)], other);
    expect(await scene.read(id)).toMatchObject({ output: 2 });
    const waiting = await scene.stores.traces.query("SELECT id FROM call_parts FINAL", {}, ownRead);
    expect(waiting).not.toContainEqual({ id });
  });
});

describe("the halves of a client whose clock is ahead", () => {
  test.each(["start", "end"] as const)("meet if the server restarts after the %s", async (half) => {
    const id = scene.id(scene.nowMs + 5 * 60_000);
    const halves = [scene.start(id), scene.end(id, { output: "met" })];
    if (half === "end") halves.reverse();
    await scene.upsert(halves.slice(0, 1), scene.server({ isShared: false }));
    const anew = scene.server({ isShared: false });
    scene.passMinutes(5);
    await scene.upsert(halves.slice(1), anew);
    expect(await scene.query()).toMatchObject([{ id, output: "met" }]);
  });
});

describe("names", () => {
  const nameOf = async (id: string): Promise<string | null | undefined> =>
    (await scene.read(id))?.display_name;

  test("an update renames, and an empty name removes the name", async () => {
    const id = scene.id();
    await scene.upsert([scene.start(id, { display_name: "start" })]);
    await scene.update(id, "update");
    expect(await nameOf(id)).toBe("update");
    await scene.update(id, "");
    expect(await nameOf(id)).toBeNull();
  });

  test("a start that arrives again does not undo a rename", async () => {
    const id = scene.id();
    const start = scene.start(id, { display_name: "start" });
    await scene.upsert([start]);
    await scene.update(id, "update", other);
    await scene.upsert([start]);
    expect(await nameOf(id)).toBe("update");
  });

  test("the name in an end replaces the start's, a later update replaces both", async () => {
    const id = scene.id();
    await scene.upsert([
      scene.start(id, { display_name: "start" }),
      scene.end(id, { display_name: "end" }),
    ]);
    expect(await nameOf(id)).toBe("end");
    await scene.update(id, "update");
    await scene.upsert([scene.end(id)]);
    expect(await nameOf(id)).toBe("update");
  });

  test("the name in an end waits with it for the start", async () => {
    const id = scene.id();
    await scene.upsert([scene.end(id, { display_name: "end" })]);
    await scene.upsert([scene.start(id, { display_name: "start" })], other);
    expect(await nameOf(id)).toBe("end");
  });

  test("an end whose start is in memory keeps the name that another server gave", async () => {
    const id = scene.id(scene.nowMs);
    await scene.upsert([scene.start(id, { display_name: "start" })]);
    await scene.update(id, "update", other);
    expect(await nameOf(id)).toBe("update");
    await scene.upsert([scene.end(id, { output: 1 })]);
    expect(await scene.read(id)).toMatchObject({ display_name: "update", output: 1 });
  });

  test("an update and an end from two servers at once both count", async () => {
    const ids = Array.from({ length: 20 }, () => scene.id(scene.nowMs));
    await scene.upsert(ids.map((id) => scene.start(id)));
    await Promise.all([
      ...ids.map((id) => scene.update(id, "update", other)),
      scene.upsert(ids.map((id) => scene.end(id, { output: 1 }))),
    ]);
    for (const call of await scene.query()) {
      expect(call).toMatchObject({ display_name: "update", output: 1 });
    }
  });

  test("an end that another server writes between the two reads of an update keeps the name", async () => {
    const id = scene.id(scene.nowMs);
    await scene.upsert([scene.start(id)]);
    let isEnded = false;
    const traces = beforeLoads(scene.stores.traces, async () => {
      if (isEnded) return;
      isEnded = true;
      await scene.upsert([scene.end(id, { output: 1 })]);
    });
    await scene.update(id, "update", scene.server({ traces }));
    expect(isEnded).toBe(true);
    expect(await scene.read(id)).toMatchObject({ display_name: "update", output: 1 });
  });

  test("an update of an unknown call has no effect", async () => {
    const id = scene.id();
    await scene.update(id, "update");
    expect(await scene.read(id)).toBeUndefined();
    await scene.upsert([scene.start(id)]);
    expect(await nameOf(id)).toBeNull();
  });

  test("an update without a name is refused", async () => {
    expect(await refusal(scene.update(scene.id(), null))).toMatchObject({
      status: 400,
      reason: expect.stringContaining("One of [display_name] is required") as string,
    });
  });
});
