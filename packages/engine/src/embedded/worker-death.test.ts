import { afterEach, beforeEach, expect, it } from "vitest";

import type { ModelHandle } from "../engine.ts";
import {
  eventsOf,
  learn,
  lesson,
  longRequest,
  openTestEngine,
  type OpenedEngine,
  probe,
  sampledTokens,
  tinyBase,
  tinyOpening,
} from "./testing/opened-engine.ts";
import { until } from "./testing/until.ts";

let opened: OpenedEngine;
beforeEach(async () => {
  opened = await openTestEngine();
});
afterEach(() => opened.close());

const long = Array.from({ length: 40 }, (_, seed) => lesson(300, seed));
const lastStep = { resume: { from: "last-step" } } as const;

/** Begins a training pass and kills the worker in the middle of it. */
async function killInTraining(handle: ModelHandle): Promise<PromiseSettledResult<unknown>[]> {
  const { engine } = opened;
  const slices = engine.statistics().trainingSlices;
  const outcomes = Promise.allSettled([
    engine.accumulate(handle, long, { name: "cross_entropy" }),
    engine.step(handle, { learningRate: 0.01 }),
  ]);
  await until(() => engine.statistics().trainingSlices > slices + 3);
  await engine.killWorker();
  return outcomes;
}

it("in the middle of a sample: it fails with unavailable, and the next one gives the same tokens", async () => {
  const { engine } = opened;
  const handle = await engine.openModel(tinyOpening("m"));
  await learn(engine, handle, [lesson(24)], 0.01);
  const version = await engine.publish(handle, "v1");
  const expected = await sampledTokens(engine, version, longRequest(1));
  const before = await engine.describe();
  const running = engine.sample(version, longRequest(1));
  await running.next();
  const outcome = Promise.allSettled([eventsOf(running)]);
  await engine.killWorker();
  expect(await outcome).toMatchObject([{ status: "rejected", reason: { kind: "unavailable" } }]);
  expect(await sampledTokens(engine, version, longRequest(1))).toEqual(expected);
  const after = await engine.describe();
  expect(after.isHealthy).toBe(true);
  expect(after.instance).not.toBe(before.instance);
});

it("in the middle of training: model_lost, and the last step is continued bit for bit", async () => {
  const { engine } = opened;
  const control = await engine.openModel(tinyOpening("control"));
  for (const seed of [1, 2, 3]) await learn(engine, control, [lesson(24, seed)]);
  const expected = await probe(engine, control);

  const handle = await engine.openModel(tinyOpening("m"));
  for (const seed of [1, 2]) await learn(engine, handle, [lesson(24, seed)]);
  expect(await killInTraining(handle)).toMatchObject([
    { status: "rejected", reason: { kind: "model_lost" } },
    { status: "rejected", reason: { kind: "model_lost" } },
  ]);
  for (const dead of [handle, control]) {
    await expect(probe(engine, dead)).rejects.toMatchObject({ kind: "model_lost" });
  }
  const resumed = await engine.openModel(tinyOpening("m", lastStep));
  expect(resumed.instance).not.toBe(handle.instance);
  expect([handle.step, resumed.step]).toEqual([0, 2]);
  await learn(engine, resumed, [lesson(24, 3)]);
  expect(await probe(engine, resumed)).toEqual(expected);
});

it("again and again: each time the last completed step is there", async () => {
  const { engine } = opened;
  let handle = await engine.openModel(tinyOpening("m"));
  const untrained = await probe(engine, handle);
  await killInTraining(handle);
  handle = await engine.openModel(tinyOpening("m", lastStep));
  expect(await probe(engine, handle)).toEqual(untrained);
  for (let round = 1; round <= 2; round += 1) {
    await learn(engine, handle);
    const trained = await probe(engine, handle);
    await killInTraining(handle);
    handle = await engine.openModel(tinyOpening("m", lastStep));
    expect(await probe(engine, handle)).toEqual(trained);
    expect(await engine.step(handle, { learningRate: 0 })).toMatchObject({ gradientNorm: 0 });
  }
});

it("leaves nothing to continue where nothing was lost, and refuses another rank", async () => {
  const { engine } = opened;
  await expect(engine.openModel(tinyOpening("m", lastStep))).rejects.toMatchObject({
    kind: "not_found",
  });
  const handle = await engine.openModel(tinyOpening("m"));
  await killInTraining(handle);
  const wrong = engine.openModel(tinyOpening("m", { ...lastStep, lora: { rank: 8 } }));
  await expect(wrong).rejects.toMatchObject({
    kind: "conflict",
    message: expect.stringMatching(/rank 4.*rank 8/u) as string,
  });
  await engine.close(await engine.openModel(tinyOpening("m", lastStep)));
  await expect(engine.openModel(tinyOpening("m", lastStep))).rejects.toMatchObject({
    kind: "not_found",
  });
});

it("while a model is opened: unavailable, and the key is free", async () => {
  const { engine } = opened;
  const outcome = Promise.allSettled([engine.openModel(tinyOpening("m"))]);
  await engine.killWorker();
  expect(await outcome).toMatchObject([{ status: "rejected", reason: { kind: "unavailable" } }]);
  const handle = await engine.openModel(tinyOpening("m"));
  expect(await probe(engine, handle)).toHaveLength(24);
  await sampledTokens(engine, tinyBase, longRequest(1, { maxTokens: 2 }));
});

it("before it is up, again and again: the next call waits for one that is", async () => {
  const { engine } = opened;
  for (let kill = 0; kill < 6; kill += 1) await engine.killWorker();
  const request = longRequest(1, { maxTokens: 2 });
  expect(await sampledTokens(engine, tinyBase, request)).toHaveLength(2);
});

it("at any moment of many: every call ends, with an answer or a typed error", async () => {
  const { engine } = opened;
  const kinds = new Set<unknown>();
  for (let round = 0; round < 8; round += 1) {
    const steps = engine.statistics().decodeSteps;
    const training = async (): Promise<void> => {
      const handle = await engine.openModel(tinyOpening("m"));
      await learn(engine, handle, long);
      await engine.publish(handle, `v${round}`);
      await engine.close(handle);
    };
    const constraint = { kind: "regex", pattern: "[a-z]{80}" } as const;
    let isOver = false;
    const calls = Promise.allSettled([
      training(),
      sampledTokens(engine, tinyBase, longRequest(1)),
      sampledTokens(engine, tinyBase, longRequest(2, { constraint, ignoreEnd: false })),
    ]).finally(() => {
      isOver = true;
    });
    await until(() => isOver || engine.statistics().decodeSteps > steps + round * 20);
    await engine.killWorker();
    for (const call of await calls) {
      if (call.status === "rejected") kinds.add(call.reason.kind);
    }
  }
  expect([...kinds].filter((kind) => kind !== "unavailable" && kind !== "model_lost")).toEqual([]);
});

it("that cannot start at all fails the opening with its reason", async () => {
  const opening = opened.reopen({ threads: 100 });
  await expect(opening).rejects.toMatchObject({ kind: "invalid", parameter: "threads" });
});
