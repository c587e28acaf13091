import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Checkpoints } from "../checkpoints/checkpoints.ts";
import type { TrainedModel } from "../models/trained-model.ts";
import { claimJob } from "./job-queue-sql.ts";
import { QueueScene } from "./testing/queue-scene.ts";

let scene: QueueScene;
let checkpoints: Checkpoints;
let model: TrainedModel;

/** A model with the steps 0 to 3. */
beforeEach(async () => {
  scene = await QueueScene.open();
  checkpoints = new Checkpoints({ records: scene.records, onRetired: () => {} });
  model = await scene.model("a");
  for (let step = 1; step <= 3; step++) {
    const next = { samplerVersion: `${step}`, stateName: null, jobKind: null, metrics: {} };
    await checkpoints.add(model.id, next);
  }
});
afterEach(() => scene[Symbol.asyncDispose]());

async function claim(): Promise<void> {
  const now = new Date().toISOString();
  const lease = { id: randomUUID(), until: new Date(Date.now() + 3_600_000).toISOString() };
  const machine = { engine: "embedded", serverVersion: "0.0.0" };
  expect(await claimJob(scene.records, { lease, now, machine })).toBeDefined();
}

const remove = (...steps: readonly number[]) => checkpoints.delete(model.id, steps);

test("the reference of a job stays while the job waits and while it runs, and no longer", async () => {
  const job = await scene.queue(model, undefined, { step: 1 });
  const named =
    "training job has step 1 as its KL reference. Wait for the job to end, or cancel it";
  await expect(remove(2, 1)).rejects.toThrow(`A queued ${named}`);
  await claim();
  await expect(remove(1)).rejects.toThrow(`A running ${named}`);
  await expect(remove(3)).rejects.toThrow("A running training job starts from step 3.");
  expect(await remove(2)).toEqual({ count: 1, notFound: [] });
  await scene.fail(job);
  expect(await remove(1)).toEqual({ count: 1, notFound: [] });
});

test("a reference so many steps back is known once the job runs", async () => {
  await scene.queue(model, undefined, { lag: 2 });
  expect(await remove(2)).toMatchObject({ count: 1 });
  await claim();
  await expect(remove(1)).rejects.toThrow("A running training job has step 1 as its KL reference.");
});

test.each([{ step: 0 }, { lag: 3 }, { lag: 9 }])(
  "with the reference %j, step 0 may go: the base model is the same",
  async (reference) => {
    await scene.queue(model, undefined, reference);
    await claim();
    expect(await remove(0, 1, 2)).toMatchObject({ count: 3 });
  },
);

test("the reference of another model's job is no obstacle", async () => {
  await scene.queue(await scene.model("b"), undefined, { step: 1 });
  expect(await remove(1)).toMatchObject({ count: 1 });
});
