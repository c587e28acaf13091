import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WritableProject } from "../../access/project-id.ts";
import type { Requester } from "../../access/requester.ts";
import { nobodyLeaves } from "../../store/testing/nobody-leaves.ts";
import { sendSignal } from "../../store/traces/testing/send-signal.ts";
import { until } from "../../store/traces/testing/until.ts";
import { answered } from "../testing/outcomes.ts";
import { traceStores, type TraceStores } from "../testing/trace-stores.ts";
import { Feedback } from "./feedback.ts";
import type { GivenFeedback } from "./write/feedback-intake.ts";

const isRemote = process.env["HEDDLE_TEST_CLICKHOUSE"] !== undefined;

let stores: TraceStores;
let acme: Requester;
let projects = 0;

beforeAll(async () => {
  stores = await traceStores();
  acme = stores.requesterOf("acme");
});
afterAll(() => stores[Symbol.asyncDispose]());

/** A server on the stores, with a clock that is behind by so many µs. */
function server(behindUs = 0, isShared = false): Feedback {
  let last = 0;
  return new Feedback({
    ...stores,
    objects: { contents: async () => Promise.resolve(new Map()) },
    isShared,
    maxQueuedBytes: 64e6,
    nowUs: () => (last = Math.max(last + 1, Date.now() * 1000 - behindUs)),
  });
}

function newProject(): WritableProject {
  return acme.projects.writable(`acme/p${(projects += 1)}`);
}

function given(project: WritableProject, payload: object, id?: string): GivenFeedback {
  const free = payload as GivenFeedback["item"]["payload"];
  const item = { weave_ref: "x", feedback_type: "own", payload: free, id: id ?? null };
  return { project, item, payloadText: JSON.stringify(payload) };
}

async function payloads(project: WritableProject): Promise<unknown[]> {
  const { result } = answered(await server().query(acme, project, {}, nobodyLeaves));
  return result.map(({ payload }) => payload);
}

async function purge(from: Feedback, project: WritableProject, id: string): Promise<void> {
  const $expr = { $eq: [{ $getField: "id" }, { $literal: id }] };
  await from.purge(project, { query: { $expr } as never });
}

const hourUs = 3_600_000_000;

describe.each<[what: string, isShared: boolean]>([
  ["a server after its clock was set back", false],
  ["a neighbour whose clock is behind", true],
])("%s", (_, isShared) => {
  test("overwrites what was written before", async () => {
    const project = newProject();
    await server().create(acme, [given(project, { n: 1 }, "x")], nobodyLeaves);
    const behind = server(hourUs, isShared);
    await behind.create(acme, [given(project, { n: 2 }, "x")], nobodyLeaves);
    expect(await payloads(project)).toEqual([{ n: 2 }]);
    await behind.create(acme, [given(project, { n: 3 }, "x")], nobodyLeaves);
    expect(await payloads(project)).toEqual([{ n: 3 }]);
  });

  test("removes what was written before", async () => {
    const project = newProject();
    await server().create(acme, [given(project, { n: 1 }, "x")], nobodyLeaves);
    await purge(server(hourUs, isShared), project, "x");
    expect(await payloads(project)).toEqual([]);
  });

  test("replaces what was written before, and what was removed may come again", async () => {
    const project = newProject();
    await server().create(acme, [given(project, { n: 1 }, "x")], nobodyLeaves);
    const behind = server(hourUs, isShared);
    await behind.replace(acme, given(project, { n: 2 }, "y"), "x", nobodyLeaves);
    expect(await payloads(project)).toEqual([{ n: 2 }]);
    await behind.create(acme, [given(project, { n: 3 }, "x")], nobodyLeaves);
    expect(await payloads(project)).toHaveLength(2);
  });
});

test("a neighbour sees what another server has just written", async () => {
  const project = newProject();
  const [one, other] = [server(0, true), server(0, true)];
  for (let n = 0; n < 6; n += 1) {
    const writer = n % 2 === 0 ? one : other;
    await writer.create(acme, [given(project, { n }, "x")], nobodyLeaves);
    expect(await payloads(project)).toEqual([{ n }]);
  }
});

test("closing lets accepted feedback through, and refuses further feedback", async () => {
  const project = newProject();
  const closing = server();
  const accepted = closing.create(acme, [given(project, { n: 1 })], nobodyLeaves);
  await accepted;
  await closing.close();
  await expect(closing.create(acme, [given(project, {})], nobodyLeaves)).rejects.toThrow(
    /stopping/,
  );
  expect(await payloads(project)).toEqual([{ n: 1 }]);
});

test.skipIf(isRemote)(
  "when the engine is killed, no acknowledged feedback is lost or doubled, and no batch is cut",
  async () => {
    const project = newProject();
    const feedback = server();
    const { traces } = stores;
    const acknowledged: string[] = [];
    const over = new AbortController();
    const write = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const batch = Array.from({ length: 10 }, () => given(project, {}, crypto.randomUUID()));
        const created = await feedback.create(acme, batch, nobodyLeaves);
        acknowledged.push(...created.map(({ id }) => id));
      }
    };
    const writing = Array.from({ length: 8 }, write);
    for (let round = 0; round < 3; round += 1) {
      const target = acknowledged.length + 150 + round * 37;
      await until(() => acknowledged.length > target);
      const { enginePid } = traces;
      sendSignal(enginePid, "SIGKILL");
      await until(() => traces.enginePid !== undefined && traces.enginePid !== enginePid);
    }
    over.abort();
    await Promise.all(writing);
    const { result } = answered(
      await feedback.query(acme, project, { fields: ["id"] }, nobodyLeaves),
    );
    const found = new Set(result.map(({ id }) => id));
    expect(found.size).toBe(result.length);
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
    expect(result.length % 10).toBe(0);
  },
);
