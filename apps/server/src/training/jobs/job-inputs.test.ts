import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFolderBlobs } from "../../store/blobs/folder-blobs.ts";
import { DoomedBlobs } from "../../store/doomed-blobs/doomed-blobs.ts";
import { openRecords } from "../../store/records/records.ts";
import { JobsOfServer, lineOf } from "../testing/jobs-of-server.ts";
import { TracesOfServer } from "../testing/traces-of-server.ts";
import { TrainingServer } from "../testing/training-server.ts";

// What is on the disk of the inputs of jobs when their models are gone.

let server: TrainingServer;
let jobs: JobsOfServer;

beforeAll(async () => {
  server = await TrainingServer.start();
  jobs = new JobsOfServer(server);
});
afterAll(() => server[Symbol.asyncDispose]());

const trajectories = [1, 0].map((reward) => ({
  messages_and_choices: [{ role: "user", content: "Is water wet?" }],
  reward,
}));

/** A job by reward that has ended, and whose trajectories are traced. */
async function byReward(modelId: string): Promise<void> {
  const body = { model_id: modelId, trajectory_groups: [{ trajectories }] };
  const made = await server.ask<{ id: string }>("POST", "/preview/training-jobs", { body });
  expect(await jobs.ended(made.body.id)).toMatchObject({ status: "succeeded" });
  const traces = new TracesOfServer(server);
  await expect
    .poll(() => traces.roots(modelId), { timeout: 240_000 })
    .toHaveLength(trajectories.length);
}

/** How many contents are left behind the deletion of those that nobody names. */
async function contentsLeft(): Promise<number> {
  const folder = join(server.root, "data/blobs");
  await server.restart(async () => {
    const records = await openRecords({ file: server.recordsFile });
    const blobs = await openFolderBlobs(folder);
    const log = { error: () => expect.unreachable() };
    const doomed = new DoomedBlobs({ records, blobs, log, unusedMs: 0 });
    doomed.sweep();
    await doomed.settled();
    await doomed.close();
    await records.close();
  });
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => /^..\/[\w]{43}$/.test(name)).length;
}

test("the inputs of jobs stay with their model, and go with it", async () => {
  const [one, other] = [await jobs.model(), await jobs.model()];
  await byReward(one.id);
  await byReward(other.id);
  const lines = Array.from({ length: 2 }, () => lineOf({ question: "Who?", answer: "Ada." }));
  const examples = await jobs.onLines(one.id, lines);
  expect(await jobs.ended(examples)).toMatchObject({ status: "succeeded" });
  // Both models have the same trajectories; one has the request for examples, and these.
  expect(await contentsLeft()).toBe(3);
  await server.ask("DELETE", `/preview/models/${one.id}`);
  expect(await contentsLeft()).toBe(1);
  const { input_digest } = (await jobs.read(examples)).recipe;
  expect(input_digest).toMatch(/^\w{43}$/);
  await server.ask("DELETE", `/preview/models/${other.id}`);
  expect(await contentsLeft()).toBe(0);
});
