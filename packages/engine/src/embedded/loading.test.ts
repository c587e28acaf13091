import { afterEach, expect, it } from "vitest";
import { writeRandomFolder } from "../../bench/models/random-folder.ts";
import { shapes } from "../../bench/models/shapes.ts";
import {
  type OpenedEngine,
  openTestEngine,
  sampledTokens,
  tiny,
  tinyBase,
} from "./testing/opened-engine.ts";
import { temporaryFolder } from "./testing/tiny-model.ts";
import { until } from "./testing/until.ts";

let opened: OpenedEngine | undefined;

afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

it("a model is loaded when it is asked for, and its share says so", async () => {
  opened = await openTestEngine();
  const { engine } = opened;
  expect(engine.loadedShare(tiny)).toBe(0);
  await engine.load(tiny);
  expect(engine.loadedShare(tiny)).toBe(1);
  await engine.killWorker();
  await until(() => engine.loadedShare(tiny) === 0);
  await expect(engine.load("none")).rejects.toMatchObject({ kind: "not_found" });
});

it("a model takes the memory that its footprint says", async () => {
  opened = await openTestEngine();
  const { engine } = opened;
  const { modelBytes } = engine.footprint(tiny);
  await engine.load(tiny);
  const used = engine.statistics().usedKibibytes * 1024;
  expect(used - modelBytes).toBeGreaterThanOrEqual(0);
  expect(used - modelBytes).toBeLessThan(2 ** 20);
});

it("while a large model loads, the streams of another one go on", async () => {
  const { folder, remove } = temporaryFolder();
  try {
    const large = { ...shapes.medium, layers: 6 };
    opened = await openTestEngine({
      models: { large: await writeRandomFolder(`${folder}/large`, large) },
      maxMemoryBytes: 2 ** 30,
    });
    const { engine } = opened;
    await engine.load(tiny);
    const loading = engine.load("large");
    await until(() => engine.loadedShare("large") > 0);
    const request = { prompt: Int32Array.of(72, 105), maxTokens: 4, ignoreEnd: true };
    expect(await sampledTokens(engine, tinyBase, request)).toHaveLength(4);
    expect(engine.loadedShare("large")).toBeLessThan(1);
    await loading;
    expect(engine.loadedShare("large")).toBe(1);
    const used = engine.statistics().usedKibibytes * 1024;
    const bytes = engine.footprint("large").modelBytes + engine.footprint(tiny).modelBytes;
    expect(Math.abs(used - bytes)).toBeLessThan(2 ** 22);
  } finally {
    remove();
  }
});
