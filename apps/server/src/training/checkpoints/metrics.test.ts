import { randomUUID } from "node:crypto";
import type { Training } from "@heddle/types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRecords } from "../../store/records/records.ts";
import { JobsOfServer, type Listed } from "../testing/jobs-of-server.ts";
import { TrainingServer, type TrainingRequest } from "../testing/training-server.ts";

let server: TrainingServer;
let jobs: JobsOfServer;
let id: string;

/** A model with the steps 0, 1 and 2; the jobs had one trajectory each, of reward 0 and 1. */
beforeAll(async () => {
  server = await TrainingServer.start();
  jobs = new JobsOfServer(server);
  ({ id } = await jobs.model());
  for (const reward of [0, 1]) {
    const body = { model_id: id, trajectory_groups: [{ trajectories: [{ reward }] }] };
    const made = await server.ask<{ id: string }>("POST", "/preview/training-jobs", { body });
    await jobs.ended(made.body.id);
  }
  const body = { split: "val", trajectory_groups: [{ trajectories: [{ reward: 7 }] }] };
  await server.ask("POST", `/preview/models/${id}/log`, { body });
});
afterAll(() => server[Symbol.asyncDispose]());

const metrics = (query = "", request: TrainingRequest = {}) =>
  server.ask<Listed<Training.MetricPoint>>("GET", `/preview/models/${id}/metrics${query}`, request);

const spread = (split: string, reward: number) => ({
  [`${split}/reward`]: reward,
  [`${split}/exception_rate`]: 0,
  [`${split}/reward_std_dev`]: 0,
});

test("a point has what was logged at its step, what a job trained on there, and what made it", async () => {
  const { body } = await metrics("", { by: "reader" });
  expect(body.data).toMatchObject([
    { step: 0, metrics: spread("train", 0), created_at: expect.stringMatching(/^20\d\d-/) },
    { step: 1, metrics: spread("train", 1) },
    { step: 2, metrics: spread("val", 7) },
  ]);
  const path = `/preview/models/${id}/checkpoints`;
  const { data } = (await server.ask<Listed<Training.Checkpoint>>("GET", path)).body;
  expect(body.data.map(({ created_at: _dropped, ...point }) => point)).toEqual(data);
});

test("a prefix leaves the other metrics out, and no point", async () => {
  const { body } = await metrics("?prefix=train/rew");
  expect(body.data.map((point) => point.metrics)).toEqual([
    { "train/reward": 0, "train/reward_std_dev": 0 },
    { "train/reward": 1, "train/reward_std_dev": 0 },
    {},
  ]);
});

test("points come in pages, both ways, behind a point of the model", async () => {
  const { data } = (await metrics()).body;
  const { body: page } = await metrics("?limit=1&order=desc");
  expect(page).toMatchObject({ data: [{ step: 2 }], has_more: true });
  const { body: rest } = await metrics(`?order=desc&after=${page.last_id}`);
  expect(rest).toMatchObject({ data: [{ step: 1 }, { step: 0 }], has_more: false });
  expect(rest).toMatchObject({ first_id: data[1]?.id, last_id: data[0]?.id });
  const other = (await jobs.checkpoints((await jobs.model()).id))[0]!.id;
  for (const after of [randomUUID(), other, "x"]) {
    expect((await metrics(`?after=${after}`)).status).toBe(404);
  }
  expect((await metrics("?limit=0")).status).toBe(422);
});

test("the point of a deleted checkpoint stays, and goes with the model", async () => {
  const model = await jobs.model();
  const path = `/preview/models/${model.id}`;
  const points = (query = "") =>
    server.ask<Listed<Training.MetricPoint>>("GET", `${path}/metrics${query}`);
  for (const reward of [3, 4]) {
    const body = { model_id: model.id, trajectory_groups: [{ trajectories: [{ reward }] }] };
    const made = await server.ask<{ id: string }>("POST", "/preview/training-jobs", { body });
    await jobs.ended(made.body.id);
  }
  const before = (await points()).body.data;
  expect(before.map(({ step }) => step)).toEqual([0, 1, 2]);
  const deleted = await server.ask("DELETE", `${path}/checkpoints`, { body: { steps: [0, 2] } });
  expect(deleted.body).toMatchObject({ deleted_count: 2 });
  expect(await jobs.checkpoints(model.id)).toMatchObject([{ step: 1 }]);
  expect((await points()).body.data).toEqual(before);
  const { body: page } = await points("?limit=1");
  expect(page).toMatchObject({ data: [before[0]], has_more: true });
  const { body: rest } = await points(`?after=${page.last_id}`);
  expect(rest).toMatchObject({ data: before.slice(1), has_more: false });

  await server.ask("DELETE", path);
  expect((await points()).status).toBe(404);
  const records = await openRecords({ file: server.recordsFile, migrate: false });
  const left = records.db.selectFrom("past_points").selectAll().where("model_id", "=", model.id);
  expect(await left.execute()).toEqual([]);
  await records.close();
});

test("another entity's model has no points, nor has one that does not exist", async () => {
  expect((await metrics("", { by: "elsewhere" })).status).toBe(404);
  const path = `/preview/models/${randomUUID()}/metrics`;
  expect((await server.ask("GET", path)).status).toBe(404);
});
