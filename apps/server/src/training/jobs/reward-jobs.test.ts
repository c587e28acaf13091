import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Training } from "@heddle/types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JobsOfServer } from "../testing/jobs-of-server.ts";
import { TrainingServer } from "../testing/training-server.ts";

let server: TrainingServer;
let jobs: JobsOfServer;

beforeAll(async () => {
  server = await TrainingServer.start();
  jobs = new JobsOfServer(server);
});
afterAll(() => server[Symbol.asyncDispose]());

const trajectory = (reward: number) => ({
  messages_and_choices: [{ role: "user", content: "Is water wet?" }],
  reward,
});
const groups = [{ trajectories: [trajectory(1), trajectory(0)] }];

test("trajectories of a job are logged with the step that they came from, once", async () => {
  const { id } = await jobs.model();
  const body = { model_id: id, trajectory_groups: groups };
  const headers = { "Idempotency-Key": "once" };
  const made = await server.ask("POST", "/preview/training-jobs", { body, headers });
  expect(made).toMatchObject({ status: 200 });
  expect(await server.ask("POST", "/preview/training-jobs", { body, headers })).toEqual(made);
  const checkpoints = await jobs.checkpoints(id);
  expect(checkpoints.find(({ step }) => step === 0)?.metrics).toEqual({
    "train/reward": 0.5,
    "train/exception_rate": 0,
    "train/reward_std_dev": 0.5,
  });
});

test("unknown models and malformed groups are refused before anything is stored", async () => {
  const { id } = await jobs.model();
  const create = (body: object) => server.ask("POST", "/preview/training-jobs", { body });
  const nobody = "0198c5e2-7a40-7c11-8d2e-5b3f9a6c0e14";
  expect(await create({ model_id: nobody, trajectory_groups: [] })).toMatchObject({ status: 404 });
  expect(await create({ model_id: id })).toMatchObject({ status: 422 });
  expect(await create({ model_id: id, trajectory_groups: [{}] })).toMatchObject({ status: 422 });
  const { body } = await server.ask<{ data: Training.TrainingJob[] }>(
    "GET",
    `/preview/training-jobs?model_id=${id}`,
  );
  expect(body.data).toEqual([]);
});

test("a job for a model of others is not found, and leaves nothing on the disk", async () => {
  const { id } = await jobs.model();
  const stored = (): Promise<string[]> =>
    readdir(join(server.root, "data/blobs"), { recursive: true });
  const before = await stored();
  const body = {
    model_id: id,
    trajectory_groups: [{ trajectories: [trajectory(0.125), trajectory(0.25)] }],
  };
  const refused = await server.ask("POST", "/preview/training-jobs", { body, by: "elsewhere" });
  expect(refused).toMatchObject({ status: 404 });
  expect(await stored()).toEqual(before);
});
