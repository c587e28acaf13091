import { afterEach, beforeEach, expect, test } from "vitest";
import { doomedBlobs } from "../../store/doomed-blobs/doomed-blobs-sql.ts";
import { deleteModel } from "../models/models-sql.ts";
import { doomJobInputs, forgetOldJobs } from "./old-jobs-sql.ts";
import { QueueScene } from "./testing/queue-scene.ts";

let scene: QueueScene;

beforeEach(async () => {
  scene = await QueueScene.open();
});
afterEach(() => scene[Symbol.asyncDispose]());

const day = 24 * 60 * 60 * 1000;

test("the data of jobs is marked for deletion with their model, and 30 days later they go", async () => {
  const { records } = scene;
  const model = await scene.model("a");
  const jobs = [await scene.queue(model), await scene.queue(model)];
  for (const [i, id] of jobs.entries()) {
    const digests = { input_digest: `input ${i}`, data_digest: i === 0 ? "data 0" : null };
    await records.writing.updateTable("training_jobs").set(digests).where("id", "=", id).execute();
    await scene.fail(id);
  }
  const forget = (days: number) =>
    records.transaction((tx) => forgetOldJobs(tx, new Date(Date.now() + days * day)));
  const left = async (): Promise<number> =>
    (await records.reading(undefined).selectFrom("training_jobs").select("id").execute()).length;

  await forget(31);
  expect(await left()).toBe(2);
  expect(await doomedBlobs(records, "", 10)).toEqual([]);
  await records.transaction(async (tx) => {
    await deleteModel(tx, model.id);
    await doomJobInputs(tx, model.id);
  });
  await forget(29);
  expect(await left()).toBe(2);
  await forget(31);
  expect(await left()).toBe(0);
  expect(await doomedBlobs(records, "", 10)).toEqual(["data 0", "input 0", "input 1"]);
});
