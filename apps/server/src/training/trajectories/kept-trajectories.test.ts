import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Training } from "@heddle/types";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openFolderBlobs } from "../../store/blobs/folder-blobs.ts";
import { type OpenedRecords, openRecords } from "../../store/records/records.ts";
import { until } from "../../store/traces/testing/until.ts";
import type { Listed } from "../testing/jobs-of-server.ts";
import { baseModel, TrainingServer, type TrainingRequest } from "../testing/training-server.ts";
import { KeptTrajectories } from "./kept-trajectories.ts";

type Groups = Listed<Training.KeptGroup>;

let server: TrainingServer;
let id: string;

beforeAll(async () => {
  server = await TrainingServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  id = await newModel();
});

async function newModel(): Promise<string> {
  const body = { project: "demo", name: randomUUID(), base_model: baseModel };
  return String((await server.ask("POST", "/preview/models", { body })).body["id"]);
}

async function log(rewards: readonly (readonly number[])[], split = "val"): Promise<void> {
  const groups = rewards.map((some) => ({ trajectories: some.map((reward) => ({ reward })) }));
  const body = { split, trajectory_groups: groups };
  const { status } = await server.ask("POST", `/preview/models/${id}/log`, { body });
  expect(status).toBe(200);
}

async function job(rewards: readonly number[], modelId = id): Promise<string> {
  const groups = [{ trajectories: rewards.map((reward) => ({ reward })) }];
  const body = { model_id: modelId, trajectory_groups: groups };
  const path = "/preview/training-jobs";
  return String((await server.ask("POST", path, { body })).body["id"]);
}

const list = (query = "", request: TrainingRequest = {}) =>
  server.ask<Groups>("GET", `/preview/models/${id}/trajectories${query}`, request);

const read = (trajectoryId: string, request: TrainingRequest = {}) =>
  server.ask<Training.KeptTrajectory>("GET", `/preview/trajectories/${trajectoryId}`, request);

async function rewards(query = ""): Promise<readonly (readonly number[])[]> {
  const { status, body } = await list(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.map((group) => group.trajectories.map(({ reward }) => reward));
}

/** Works on the records of the server while it is stopped. */
async function whileStopped(work: (records: OpenedRecords) => Promise<unknown>): Promise<void> {
  await server.restart(async () => {
    const records = await openRecords({ file: server.recordsFile });
    await work(records);
    await records.close();
  });
}

test("a group of the log has its rewards, and the ids of its trajectories", async () => {
  await log([[1, 0.5]]);
  const { body } = await list("", { by: "reader" });
  const [group] = body.data;
  expect(group).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}\.0$/),
    object: "trajectory_group",
    group_id: group!.id,
    model_id: id,
    training_job_id: null,
    split: "val",
    step: 0,
    created_at: expect.stringMatching(/^20\d\d-/),
    num_trajectories: 2,
    num_exceptions: 0,
    mean_reward: 0.75,
    reward_std_dev: 0.25,
    first_index: 0,
    trajectories: [
      { id: `${group!.id}.0`, reward: 1 },
      { id: `${group!.id}.1`, reward: 0.5 },
    ],
  });
  expect(await read(`${group!.id}.1`, { by: "reader" })).toEqual({
    status: 200,
    body: {
      id: `${group!.id}.1`,
      object: "trajectory",
      group_id: group!.id,
      index: 1,
      model_id: id,
      training_job_id: null,
      split: "val",
      step: 0,
      created_at: group!.created_at,
      reward: 0.5,
      trace_id: expect.any(String) as string,
      group: {},
      trajectory: { reward: 0.5 },
    },
  });
});

test("a trajectory is read whole, with the digits that were sent", async () => {
  const metadata = '{"2":1.0,"1":12345678901234567890,"é":"\\u00fc"}';
  const choice =
    '{"finish_reason":"stop","index":0,"message":{"role":"assistant","content":"ja 🌊"},' +
    '"logprobs":{"content":[{"token":"token_id:77","logprob":-0.21,"bytes":[121],"top_logprobs":[]}]},' +
    '"token_ids":[77],"prompt_token_ids":[1,2]}';
  const trajectory = `{"messages_and_choices":[{"role":"user","content":"Naß?"},${choice}],"reward":1,"metadata":${metadata},"unknown":{"kept":[1]}}`;
  const groups = `[{"trajectories":[{"reward":0},${trajectory}],"metadata":${metadata},"exceptions":[{"type":"E","message":"m","traceback":"t"}]}]`;
  const answer = await fetch(`${server.url}/v1/preview/models/${id}/log`, {
    method: "POST",
    headers: { Authorization: `Bearer ${server.keys.acme}`, "Content-Type": "application/json" },
    body: `{"split":"val","trajectory_groups":${groups}}`,
  });
  expect(answer.status).toBe(200);
  const { data } = (await list()).body;
  const found = data[0]!.trajectories[1]!.id;
  const whole = await fetch(`${server.url}/v1/preview/trajectories/${found}`, {
    headers: { Authorization: `Bearer ${server.keys.acme}` },
  });
  const text = await whole.text();
  expect(text).toContain(`"trajectory":${trajectory}}`);
  expect(text).toContain(`"metadata":${metadata}`);
  expect(JSON.parse(text)).toMatchObject({
    index: 1,
    reward: 1,
    group: { exceptions: [{ type: "E", message: "m", traceback: "t" }] },
  });
});

test("what jobs train on is kept too, by job, split and step", async () => {
  await log([[1]]);
  const first = await job([2, 3]);
  await log([[4]], "test");
  const other = await job([5], await newModel());
  expect(await rewards()).toEqual([[1], [2, 3], [4]]);
  expect(await rewards("?split=train")).toEqual([[2, 3]]);
  expect(await rewards("?split=test&step=0")).toEqual([[4]]);
  expect(await rewards("?step=7")).toEqual([]);
  expect(await rewards(`?training_job_id=${first}`)).toEqual([[2, 3]]);
  expect(await rewards(`?training_job_id=${other}`)).toEqual([]);
  expect((await list(`?training_job_id=${first}`)).body.data).toMatchObject([
    { training_job_id: first, split: "train" },
  ]);
  expect((await list(`?training_job_id=${randomUUID()}`)).status).toBe(404);
  expect((await list("?step=-1")).status).toBe(422);
});

test("pages go both ways, through groups of many and groups that came at once", async () => {
  const many = Array.from({ length: 250 }, (_, at) => at);
  await log([[-1], many, [-2]]);
  await Promise.all([log([[-3], [-4]]), log([[-5]]), job([-6])]);
  const all = await rewards("?limit=100");
  expect(all).toHaveLength(9);
  expect(all.slice(0, 5).flat()).toEqual([-1, ...many, -2]);
  for (const order of ["asc", "desc"] as const) {
    const seen: (readonly number[])[] = [];
    for (let after = ""; ;) {
      const { body } = await list(`?limit=2&order=${order}${after}`);
      seen.push(...body.data.map((group) => group.trajectories.map(({ reward }) => reward)));
      expect(body.first_id).toBe(body.data[0]?.id);
      expect(body.last_id).toBe(body.data.at(-1)?.id);
      if (!body.has_more) break;
      after = `&after=${body.last_id}`;
    }
    expect(seen).toEqual(order === "asc" ? all : all.toReversed());
  }
  const third = (await list("?limit=4")).body.data[3]!;
  expect(third).toMatchObject({ first_index: 200, num_trajectories: 250 });
  expect((await read(third.trajectories[49]!.id)).body).toMatchObject({
    index: 249,
    reward: 249,
    group_id: third.group_id,
  });
});

test("an id that is not in the list is no place to begin, and no trajectory", async () => {
  await log([[1]], "val");
  await log([[2]], "test");
  const { data } = (await list()).body;
  const other = id;
  id = await newModel();
  for (const after of ["none", data[0]!.id, data[0]!.trajectories[0]!.id, "%00"]) {
    const { status, body } = await list(`?after=${after}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ detail: expect.stringContaining("No group in this list") });
  }
  id = other;
  expect((await list(`?split=val&after=${data[1]!.id}`)).status).toBe(404);
  expect(await rewards(`?after=${data[0]!.id}`)).toEqual([[2]]);
  const fileId = data[0]!.id.split(".")[0]!;
  for (const unknown of [fileId, `${fileId}.0`, `${fileId}.0.1`, `${fileId}.1.0`, "x", "%00"]) {
    expect(await read(unknown)).toMatchObject({
      status: 404,
      body: { detail: expect.stringMatching(/^Trajectory .*not found$/) },
    });
  }
});

test("another entity sees nothing, and a deleted model leaves nothing", async () => {
  await log([[1]]);
  await job([2]);
  const { data } = (await list()).body;
  const ids = data.flatMap(({ trajectories }) => trajectories.map((one) => one.id));
  expect((await list("", { by: "elsewhere" })).status).toBe(404);
  for (const one of ids) {
    expect((await read(one)).status).toBe(200);
    expect((await read(one, { by: "elsewhere" })).status).toBe(404);
  }
  await server.ask("DELETE", `/preview/models/${id}`);
  expect((await list()).status).toBe(404);
  for (const one of ids) expect((await read(one)).status).toBe(404);
  const records = await openRecords({ file: server.recordsFile, migrate: false });
  const parts = records.db.selectFrom("trajectory_group_parts").where("model_id", "=", id);
  expect(await parts.selectAll().execute()).toEqual([]);
  await records.close();
});

test("files of an older release are read after the start, and listed as if they were new", async () => {
  await log([[1, 2], [3]]);
  const trained = await job([4]);
  await until(async () => {
    const { body } = await server.ask("GET", `/preview/training-jobs/${trained}`);
    return body["status"] === "succeeded";
  });
  const before = await list();
  await whileStopped(async ({ db }) => {
    await db.deleteFrom("trajectory_group_parts").where("model_id", "=", id).execute();
    const files = db.selectFrom("trajectory_files").select(["id", "model_id"]);
    await db
      .insertInto("unread_trajectory_files")
      .columns(["file_id", "model_id"])
      .expression(files.where("model_id", "=", id))
      .execute();
  });
  await until(async () => (await list()).status === 200);
  expect(await list()).toEqual(before);
});

test("while files are unread the list asks to come back, and one that is gone is left out", async () => {
  await log([[1]]);
  const { data } = (await list()).body;
  const fileId = data[0]!.id.split(".")[0]!;
  const isUnread = { file_id: fileId, model_id: id };
  const records = await openRecords({ file: server.recordsFile, migrate: false });
  await records.db.insertInto("unread_trajectory_files").values(isUnread).execute();
  const answer = await fetch(`${server.url}/v1/preview/models/${id}/trajectories`, {
    headers: { Authorization: `Bearer ${server.keys.acme}` },
  });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("Retry-After")).toBe("5");
  expect(await answer.text()).toContain("an older release kept");
  const { digest } = await records.db
    .selectFrom("trajectory_files")
    .select("digest")
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  await records.db.deleteFrom("trajectory_group_parts").where("file_id", "=", fileId).execute();
  await records.close();
  await server.restart(() => rm(join(server.root, "data/blobs", digest.slice(0, 2), digest)));
  await until(async () => (await list()).status === 200);
  expect(await rewards()).toEqual([]);
});

test("more groups than are recorded at once are refused, and nothing of them is kept", async () => {
  const groups = Array.from({ length: 50_001 }, () => ({ trajectories: [] }));
  for (const [path, body] of [
    [`/preview/models/${id}/log`, { split: "val", trajectory_groups: groups }],
    ["/preview/training-jobs", { model_id: id, trajectory_groups: groups }],
  ] as const) {
    expect(await server.ask("POST", path, { body })).toMatchObject({
      status: 413,
      body: { detail: expect.stringContaining("50001 groups; the limit is 50000") },
    });
  }
  expect(await rewards()).toEqual([]);
  const jobs = await server.ask("GET", `/preview/training-jobs?model_id=${id}`);
  expect(jobs.body).toMatchObject({ data: [] });
});

test("a trajectory that is larger than an answer may be is refused before it is read", async () => {
  await log([[1]]);
  const { data } = (await list()).body;
  const records = await openRecords({ file: server.recordsFile, migrate: false });
  const blobs = await openFolderBlobs(join(server.root, "data/blobs"));
  const kept = new KeptTrajectories({ records, blobs, maxAnswerBytes: 12 });
  const { signal } = new AbortController();
  await expect(kept.read(data[0]!.trajectories[0]!.id, signal)).rejects.toThrow(
    "The trajectory has 14 bytes; one answer may have 12.",
  );
  await records.close();
});
