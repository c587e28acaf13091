import { afterAll, beforeAll, expect, test } from "vitest";

import { type OpenedEngine, openTestEngine, tiny } from "./testing/opened-engine.ts";
import { temporaryFolder, tinyShape, writeTinyModel } from "./testing/tiny-model.ts";

const wide = "test/wide";
const width = 256;
const { folder, remove } = temporaryFolder();
let opened: OpenedEngine;

beforeAll(async () => {
  const model = await writeTinyModel(folder, 1, { width, heads: 16, feedForward: 512 });
  opened = await openTestEngine({ models: { [wide]: model } });
});
afterAll(async () => {
  await opened.close();
  remove();
});

test("each model has a highest rank of its own", async () => {
  const { baseModels } = await opened.engine.describe();
  const ranks = new Map(baseModels.map(({ id, maxRank }) => [id, maxRank]));
  expect([ranks.get(tiny), ranks.get(wide)]).toEqual([tinyShape.width, width]);
});

test("the memory of closed models serves the next ones, and is counted until then", async () => {
  const { engine } = opened;
  const openAndClose = async (): Promise<void> => {
    const opening = { modelKey: "again", baseModel: wide, lora: { rank: 64 } };
    await engine.close(await engine.openModel(opening));
  };
  for (let round = 0; round < 5; round += 1) await openAndClose();
  const resident = process.memoryUsage().rss;
  const counted = engine.statistics().usedKibibytes;
  // The state of one model takes 12 MB.
  for (let round = 0; round < 40; round += 1) await openAndClose();
  expect(process.memoryUsage().rss - resident).toBeLessThan(100 * 2 ** 20);
  expect(engine.statistics().usedKibibytes).toBe(counted);
});
