import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { ModelHandle, OpenModel, SamplerRef } from "../engine.ts";
import { openEmbeddedEngine } from "./embedded-engine.ts";
import {
  eventsOf,
  learn,
  lesson,
  longRequest,
  openTestEngine,
  type OpenedEngine,
  probe,
  sampledTokens,
  tiny,
  tinyBase,
  tinyOpening,
} from "./testing/opened-engine.ts";
import { temporaryFolder, writeTinyModel } from "./testing/tiny-model.ts";

let opened: OpenedEngine;
let handle: ModelHandle;
let version: SamplerRef;
let adapterFile: string;
beforeEach(async () => {
  opened = await openTestEngine();
  handle = await opened.engine.openModel(tinyOpening("m"));
  await learn(opened.engine, handle);
  version = await opened.engine.publish(handle, "v1");
  adapterFile = `${opened.folder}/data/m/samplers/v1/adapter_model.safetensors`;
});
afterEach(() => opened.close());

const short = longRequest(1, { maxTokens: 5 });

describe("a published adapter that was damaged on disk fails with invalid, and nothing else does:", () => {
  it.each<[string, () => void, RegExp]>([
    ["cut short", () => truncateSync(adapterFile, 1000), /adapter_model\.safetensors/u],
    ["emptied", () => truncateSync(adapterFile, 0), /adapter_model\.safetensors/u],
    ["deleted", () => rmSync(adapterFile), /adapter_model\.safetensors/u],
    [
      "with a number that is not finite",
      () => {
        const bytes = readFileSync(adapterFile);
        bytes.writeFloatLE(Number.NaN, bytes.length - 4);
        writeFileSync(adapterFile, bytes);
      },
      /adapter_model\.safetensors/u,
    ],
    [
      "with a header that is no JSON",
      () => {
        const bytes = readFileSync(adapterFile);
        bytes.write("!!!!", 8);
        writeFileSync(adapterFile, bytes);
      },
      /adapter_model\.safetensors/u,
    ],
    [
      "with a configuration that is no JSON",
      () => writeFileSync(adapterFile.replace("model.safetensors", "config.json"), "{"),
      /adapter_config\.json/u,
    ],
  ])("%s", async (_, damage, message) => {
    damage();
    const engine = await opened.reopen();
    const failure = eventsOf(engine.sample(version, short));
    await expect(failure).rejects.toMatchObject({ kind: "invalid" });
    await expect(failure).rejects.toThrow(message);
    await expect(engine.score(version, Int32Array.of(1, 2))).rejects.toMatchObject({
      kind: "invalid",
    });
    expect(await sampledTokens(engine, tinyBase, short)).toHaveLength(5);
  });

  it("of another base model's shape: both shapes are named", async () => {
    const other = temporaryFolder();
    try {
      const wide = await writeTinyModel(`${other.folder}/wide`, 1, { feedForward: 128 });
      const engine = await opened.reopen({ models: { "test/wide": wide } });
      const model = await engine.openModel({
        modelKey: "wide",
        baseModel: "test/wide",
        lora: { rank: 4 },
      });
      await engine.publish(model, "v1");
      const foreign = readFileSync(
        `${opened.folder}/data/wide/samplers/v1/adapter_model.safetensors`,
      );
      writeFileSync(adapterFile, foreign);
      const failure = eventsOf(engine.sample(version, short));
      await expect(failure).rejects.toMatchObject({ kind: "invalid" });
      await expect(failure).rejects.toThrow(/\[4, 128\].*\[4, 64\]|\[128, 4\].*\[64, 4\]/u);
      expect(
        await engine.score(
          { kind: "sampler", modelKey: "wide", version: "v1" },
          Int32Array.of(1, 2),
        ),
      ).toHaveLength(2);
    } finally {
      other.remove();
    }
  });
});

it.each<[string, (bytes: Buffer) => Uint8Array]>([
  ["cut short", (bytes) => bytes.subarray(0, 2000)],
  ["an adapter instead", () => readFileSync(adapterFile)],
  [
    "of another form",
    (bytes) => Buffer.from(bytes.toString("latin1").replace("state-1", "state-9"), "latin1"),
  ],
])(
  "a training state that was damaged on disk (%s) fails with invalid and leaves the key free",
  async (_, damage) => {
    const { engine } = opened;
    const from = await engine.saveState(handle, "s");
    const path = `${opened.folder}/data/m/states/s/state.safetensors`;
    writeFileSync(path, damage(readFileSync(path)));
    const opening = tinyOpening("other", { resume: { from, withOptimizer: true } });
    await expect(engine.openModel(opening)).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("state.safetensors") as string,
    });
    await engine.close(await engine.openModel(tinyOpening("other")));
  },
);

it("a base model that is cut short is refused when the engine opens, by the name of its file", async () => {
  const other = temporaryFolder();
  try {
    const model = await writeTinyModel(`${other.folder}/model`);
    truncateSync(`${model}/model.safetensors`, 5000);
    const opening = openEmbeddedEngine({
      directory: `${other.folder}/data`,
      models: { [tiny]: model, "heddle/loom": model },
    });
    await expect(opening).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("model.safetensors") as string,
    });
  } finally {
    other.remove();
  }
});

it("what a crash left half written is cleared away, and its name is free", async () => {
  const { engine } = opened;
  await engine.saveState(handle, "whole");
  writeFileSync(`${opened.folder}/data/.partial-left`, "half");
  const next = await opened.reopen();
  expect(await next.listStates("m")).toMatchObject([{ name: "whole" }]);
  const again = await next.openModel(tinyOpening("m"));
  await next.saveState(again, "left");
});

describe("numbers that are not finite", () => {
  it("fail the step with numerical, and the model is as it was before", async () => {
    const { engine } = opened;
    const other = await engine.openModel(tinyOpening("other"));
    const before = [await probe(engine, handle), await probe(engine, other)];
    await engine.accumulate(handle, [lesson(24)], { name: "cross_entropy" });
    await expect(
      engine.step(handle, { learningRate: 3e38, weightDecay: 1000 }),
    ).rejects.toMatchObject({
      kind: "numerical",
    });
    expect([await probe(engine, handle), await probe(engine, other)]).toEqual(before);
    // The gradient is still there, too.
    const { gradientNorm, step } = await engine.step(handle, { learningRate: 1e-3 });
    expect(gradientNorm).toBeGreaterThan(0);
    expect(step).toBe(2);
  });

  it("fail a step whose gradient is finite but too large, and no later step", async () => {
    const { engine } = opened;
    const before = await probe(engine, handle);
    const huge = { ...lesson(24), weights: new Float32Array(24).fill(1e30) };
    await engine.accumulate(handle, [huge], { name: "cross_entropy" });
    await expect(engine.step(handle, { learningRate: 1e-3 })).rejects.toMatchObject({
      kind: "numerical",
      message: expect.stringContaining("clipNorm") as string,
    });
    expect(await probe(engine, handle)).toEqual(before);
    await engine.accumulate(handle, [lesson(24)], { name: "cross_entropy" });
    const { gradientNorm, step } = await engine.step(handle, { learningRate: 1e-3 });
    expect(gradientNorm).toBeLessThan(1e6);
    expect(step).toBe(2);
    await engine.accumulate(handle, [huge], { name: "cross_entropy" });
    expect(await engine.step(handle, { learningRate: 1e-3, clipNorm: 1 })).toMatchObject({
      step: 3,
    });
  });

  it("fail what reads weights that have grown beyond bounds, and nobody else", async () => {
    const { engine } = opened;
    const good = await sampledTokens(engine, version, short);
    await engine.accumulate(handle, [lesson(24)], { name: "cross_entropy" });
    await engine.step(handle, { learningRate: 1e25 });
    await expect(probe(engine, handle)).rejects.toMatchObject({ kind: "numerical" });
    await expect(
      engine.accumulate(handle, [lesson(24)], { name: "cross_entropy" }),
    ).rejects.toMatchObject({ kind: "numerical" });
    const broken = await engine.publish(handle, "broken");
    const [failed, whole] = await Promise.allSettled([
      sampledTokens(engine, broken, short),
      sampledTokens(engine, version, short),
    ]);
    expect(failed).toMatchObject({ status: "rejected", reason: { kind: "numerical" } });
    expect(whole).toEqual({ status: "fulfilled", value: good });
    await expect(engine.score(broken, Int32Array.of(1, 2, 3))).rejects.toMatchObject({
      kind: "numerical",
    });
    expect(await engine.step(handle, { learningRate: 0 })).toMatchObject({ gradientNorm: 0 });
  });
});

describe("a training state", () => {
  const resume = (name: string): Partial<OpenModel> => ({
    resume: { from: { kind: "checkpoint", modelKey: "m", name }, withOptimizer: true },
  });

  it("of a model that has another shape now is refused, with both shapes", async () => {
    await opened.engine.saveState(handle, "s");
    for (const [seed, changes] of [{ layers: 3 }, { width: 48, heads: 3 }].entries()) {
      const model = await writeTinyModel(`${opened.folder}/other-${seed}`, 1, changes);
      const engine = await opened.reopen({ models: { [tiny]: model } });
      await expect(engine.openModel(tinyOpening("n", resume("s")))).rejects.toMatchObject({
        kind: "conflict",
        parameter: "resume",
        message: expect.stringMatching(
          /lora_A it has (none|4 × 32), and the model has 4 × (32|48)/u,
        ),
      });
      expect(engine.statistics().openModels).toBe(0);
    }
  });

  it("with a number that is not finite is refused", async () => {
    await opened.engine.saveState(handle, "s");
    const path = `${opened.folder}/data/m/states/s/state.safetensors`;
    const bytes = readFileSync(path);
    bytes.writeFloatLE(Number.NaN, bytes.length - 4);
    writeFileSync(path, bytes);
    await expect(opened.engine.openModel(tinyOpening("n", resume("s")))).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining(path),
    });
  });
});

it("two engines do not have one directory at the same time", async () => {
  const directory = `${opened.folder}/data`;
  const models = { "heddle/loom": `${opened.folder}/model` };
  await expect(openEmbeddedEngine({ directory, models })).rejects.toMatchObject({
    kind: "conflict",
    parameter: "directory",
  });
  expect(await sampledTokens(opened.engine, version, short)).toHaveLength(5);
});
