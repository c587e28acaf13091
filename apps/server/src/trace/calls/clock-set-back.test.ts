import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Calls } from "./calls.ts";
import { CallScene } from "./testing/call-scene.ts";

const hourMs = 3_600_000;

let scene: CallScene;

beforeAll(async () => {
  scene = await CallScene.open();
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.enterNewProject());

interface Servers {
  /** The server before its clock is set back by an hour, or the neighbour with the right clock. */
  readonly before: Calls;
  readonly after: Calls;
}

/** Servers on one store with different clocks. */
const scenes: readonly (readonly [name: string, open: () => Servers])[] = [
  [
    "one server, whose clock is set back",
    () => {
      let isBack = false;
      const nowUs = (): number => (scene.nowMs - (isBack ? hourMs : 0)) * 1000;
      const server = scene.server({ isShared: false, nowUs });
      return {
        before: server,
        get after() {
          isBack = true;
          return server;
        },
      };
    },
  ],
  ["one server, restarted", () => pair(false)],
  ["two servers", () => pair(true)],
];

function pair(isShared: boolean): Servers {
  return { before: serverBehind(0, isShared), after: serverBehind(hourMs, isShared) };
}

function serverBehind(ms: number, isShared: boolean): Calls {
  return scene.server({ isShared, nowUs: () => (scene.nowMs - ms) * 1000 });
}

/** The name of the call as a server with empty memory reads it. */
async function name(id: string): Promise<string | null | undefined> {
  return (await scene.read(id, {}, scene.server()))?.display_name;
}

describe.each(scenes)("%s", (_, open) => {
  test.each(["running", "ended"])("the later name of a %s call wins", async (state) => {
    const servers = open();
    const id = scene.id();
    const { before } = servers;
    const halves = [scene.start(id), scene.end(id)];
    await scene.upsert(halves.slice(0, state === "running" ? 1 : 2), before);
    await scene.update(id, "first", before);
    const { after } = servers;
    await scene.update(id, "second", after);
    expect((await scene.read(id, {}, after))?.display_name).toBe("second");
    await scene.update(id, "third", after);
    expect(await name(id)).toBe("third");
    await scene.upsert([scene.end(id, { output: 2 })], after);
    expect(await name(id)).toBe("third");
  });

  test("a repeated start does not undo a name", async () => {
    const servers = open();
    const id = scene.id();
    const given = scene.start(id, { display_name: "given" });
    await scene.upsert([given], servers.before);
    const { after } = servers;
    await scene.update(id, "renamed", after);
    await scene.upsert([given], after);
    expect(await name(id)).toBe("renamed");
  });

  test("a name in an end replaces an earlier name", async () => {
    const servers = open();
    const id = scene.id();
    await scene.upsert([scene.start(id), scene.end(id, { display_name: "1" })], servers.before);
    await scene.upsert([scene.end(id, { display_name: "2" })], servers.after);
    expect(await name(id)).toBe("2");
  });

  test("of two ends that wait for their start, the later wins", async () => {
    const servers = open();
    const id = scene.id();
    await scene.upsert([scene.end(id, { output: 1, display_name: "1" })], servers.before);
    const { after } = servers;
    await scene.upsert([scene.end(id, { output: 2, display_name: "2" })], after);
    await scene.upsert([scene.start(id)], after);
    expect(await scene.query()).toMatchObject([{ output: 2, display_name: "2" }]);
  });

  test("a deleted call stays deleted", async () => {
    const servers = open();
    const id = scene.id();
    await scene.upsert([scene.start(id), scene.end(id)], servers.before);
    const { after } = servers;
    await scene.delete([id], after);
    await scene.upsert([scene.start(id), scene.end(id)], after);
    expect(await scene.query()).toEqual([]);
  });
});

test("two names in one flush, the later one from a clock that was set back", async () => {
  let nowUs = scene.nowMs * 1000;
  const server = scene.server({ nowUs: () => nowUs });
  const id = scene.id();
  await scene.upsert([scene.start(id)], server);
  const first = scene.update(id, "first", server);
  nowUs -= hourMs * 1000;
  await Promise.all([first, scene.update(id, "second", server)]);
  expect(await name(id)).toBe("second");
});

test.each([
  ["long before there were calls", 0],
  ["a century ahead", Date.UTC(2126, 0, 1) * 1000],
])("a clock that is %s stores calls, names and deletions", async (_, nowUs) => {
  const server = scene.server({ isShared: false, nowUs: () => nowUs });
  const [kept, gone] = [scene.id(), scene.id()];
  await scene.upsert([scene.start(kept), scene.start(gone)], server);
  await scene.update(kept, "first", server);
  await scene.upsert([scene.end(kept, { output: 1 })], server);
  await scene.update(kept, "second", server);
  await scene.delete([gone], server);
  expect(await scene.query()).toMatchObject([{ output: 1, display_name: "second" }]);
});
