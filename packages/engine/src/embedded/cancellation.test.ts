import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { CallOptions, ModelHandle } from "../engine.ts";
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
let handle: ModelHandle;
beforeAll(async () => {
  opened = await openTestEngine();
  handle = await opened.engine.openModel(tinyOpening("m"));
});
afterAll(() => opened.close());

const crossEntropy = { name: "cross_entropy" } as const;
const batch = Array.from({ length: 8 }, (_, seed) => lesson(300, seed));

/** What a call has done when `steps` more slices of its work have run. */
async function abortAfter(
  counter: "decodeSteps" | "trainingSlices",
  steps: number,
  call: (options: CallOptions) => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>> {
  const { engine } = opened;
  const controller = new AbortController();
  const from = engine.statistics()[counter];
  let isOver = false;
  const outcome = Promise.allSettled([call({ signal: controller.signal })]).then(([settled]) => {
    isOver = true;
    return settled;
  });
  await until(() => isOver || engine.statistics()[counter] >= from + steps);
  controller.abort();
  return outcome;
}

describe("a call that is given up at any moment leaves nothing behind:", () => {
  it("accumulate takes its gradient with it, and that of earlier calls stays", async () => {
    const { engine } = opened;
    await engine.accumulate(handle, [lesson(24)], crossEntropy);
    const { gradientNorm } = await engine.step(handle, { learningRate: 0 });
    let cancelled = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 30 }), fc.boolean(), async (steps, isSecond) => {
        if (isSecond) await engine.accumulate(handle, [lesson(24)], crossEntropy);
        const outcome = await abortAfter("trainingSlices", steps, (options) =>
          engine.accumulate(handle, batch, crossEntropy, options),
        );
        if (outcome.status === "rejected") {
          cancelled += 1;
          expect(outcome.reason).toMatchObject({ kind: "cancelled" });
        } else {
          // It was over before; a step clears what it added.
          await engine.step(handle, { learningRate: 0 });
          if (isSecond) await engine.accumulate(handle, [lesson(24)], crossEntropy);
        }
        const after = await engine.step(handle, { learningRate: 0 });
        expect(after.gradientNorm).toBe(isSecond ? gradientNorm : 0);
      }),
      { numRuns: 25, seed: 4 },
    );
    expect(cancelled).toBeGreaterThan(5);
  });

  it("samples and scores free their pages and change nobody's tokens", async () => {
    const { engine } = opened;
    const expected = await sampledTokens(engine, tinyBase, longRequest(1));
    const kinds = [
      (options: CallOptions) => eventsOf(engine.sample(tinyBase, longRequest(2), options)),
      (options: CallOptions) =>
        eventsOf(engine.sample(tinyBase, longRequest(3, { n: 4 }), options)),
      (options: CallOptions) =>
        eventsOf(
          engine.sample(
            tinyBase,
            longRequest(4, { beamSearch: { width: 4, lengthPenalty: 1 } }),
            options,
          ),
        ),
      (options: CallOptions) => engine.score(tinyBase, lesson(500).inputTokens, options),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 120 }),
        fc.constantFrom(...kinds),
        async (steps, kind) => {
          const company = sampledTokens(engine, tinyBase, longRequest(1));
          const outcome = await abortAfter("decodeSteps", steps, kind);
          if (outcome.status === "rejected")
            expect(outcome.reason).toMatchObject({ kind: "cancelled" });
          expect(await company).toEqual(expected);
          await until(() => engine.statistics().runningSequences === 0);
          expect(engine.statistics().waitingSequences).toBe(0);
        },
      ),
      { numRuns: 25, seed: 5 },
    );
  });

  it("a forward, whose answer nobody waits for", async () => {
    const before = await probe(opened.engine, handle);
    const outcome = await abortAfter("trainingSlices", 2, (options) =>
      opened.engine.forward(handle, batch, options),
    );
    expect(outcome).toMatchObject({ status: "rejected", reason: { kind: "cancelled" } });
    expect(await probe(opened.engine, handle)).toEqual(before);
  });
});

describe("calls that were given up before they began", () => {
  const signal = AbortSignal.abort();
  it.each<[string, (options: CallOptions) => Promise<unknown>]>([
    ["describe", (options) => opened.engine.describe(options)],
    ["openModel", (options) => opened.engine.openModel(tinyOpening("never"), options)],
    ["forward", (options) => opened.engine.forward(handle, batch, options)],
    ["accumulate", (options) => opened.engine.accumulate(handle, batch, crossEntropy, options)],
    ["step", (options) => opened.engine.step(handle, { learningRate: 1 }, options)],
    ["saveState", (options) => opened.engine.saveState(handle, "never", options)],
    ["listStates", (options) => opened.engine.listStates("m", options)],
    ["publish", (options) => opened.engine.publish(handle, "never", options)],
    ["sample", (options) => eventsOf(opened.engine.sample(tinyBase, longRequest(1), options))],
    ["score", (options) => opened.engine.score(tinyBase, Int32Array.of(1), options)],
    ["close", (options) => opened.engine.close(handle, options)],
  ])("do nothing: %s", async (_, call) => {
    const before = await probe(opened.engine, handle);
    await expect(call({ signal })).rejects.toMatchObject({ kind: "cancelled" });
    await expect(call({ deadlineMs: 0 })).rejects.toMatchObject({ kind: "deadline" });
    expect(await probe(opened.engine, handle)).toEqual(before);
    expect(await opened.engine.listStates("m")).toEqual([]);
  });
});

it("a call that waits behind another one is given up without waiting for it", async () => {
  const { engine } = opened;
  const before = await engine.step(handle, { learningRate: 0 });
  const controller = new AbortController();
  const first = engine.accumulate(handle, batch, crossEntropy);
  const second = engine.step(handle, { learningRate: 1 }, { signal: controller.signal });
  const third = engine.step(handle, { learningRate: 0 });
  controller.abort();
  await expect(second).rejects.toMatchObject({ kind: "cancelled" });
  await first;
  expect((await third).step).toBe(before.step + 1);
});

it("another model's turn comes when the pass that ran was given up", async () => {
  const { engine } = opened;
  const other = await engine.openModel(tinyOpening("other"));
  const expected = await probe(engine, other);
  for (const steps of [1, 2, 3, 5]) {
    await abortAfter("trainingSlices", steps, (options) =>
      engine.accumulate(handle, batch, crossEntropy, options),
    );
    expect(await probe(engine, other)).toEqual(expected);
  }
  await engine.close(other);
});

it("a deadline gives up what runs: a sample, a score, a batch with its gradient", async () => {
  const { engine } = opened;
  const options: CallOptions = { deadlineMs: 1 };
  const calls = await Promise.allSettled([
    engine.accumulate(handle, batch, crossEntropy, options),
    eventsOf(engine.sample(tinyBase, longRequest(1, { n: 16 }), options)),
    engine.score(tinyBase, lesson(500).inputTokens, options),
  ]);
  for (const call of calls) {
    expect(call).toMatchObject({ status: "rejected", reason: { kind: "deadline" } });
  }
  expect(await engine.step(handle, { learningRate: 0 })).toMatchObject({ gradientNorm: 0 });
  await until(() => engine.statistics().runningSequences === 0);
});

it("an abort ends a sample in the middle, with what came before it delivered", async () => {
  const { engine } = opened;
  const controller = new AbortController();
  const events = engine.sample(tinyBase, longRequest(9), { signal: controller.signal });
  expect((await events.next()).value).toMatchObject({ kind: "prompt" });
  controller.abort();
  await expect(eventsOf(events)).rejects.toMatchObject({ kind: "cancelled" });
  await learn(engine, handle);
});

it("memory is back to what it was when all is closed", async () => {
  const { engine } = opened;
  const use = async (round: number): Promise<number> => {
    const model = await engine.openModel(tinyOpening("leak"));
    await learn(engine, model, batch);
    const version = await engine.publish(model, `v${round}`);
    await sampledTokens(engine, version, longRequest(1, { n: 3 }));
    await engine.retire(version);
    await engine.close(model);
    return engine.statistics().usedKibibytes;
  };
  const first = await use(0);
  const later: number[] = [];
  for (let round = 1; round <= 4; round += 1) later.push(await use(round));
  expect(later).toEqual(later.map(() => first));
});
