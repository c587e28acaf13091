import type { Selectable } from "kysely";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TrajectoryFilesTable } from "../../store/records/training-schema.ts";
import { openRecords } from "../../store/records/records.ts";
import { baseModel, TrainingServer } from "../testing/training-server.ts";

let server: TrainingServer;
let models = 0;
let id: string;

beforeAll(async () => {
  server = await TrainingServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  models += 1;
  const body = { project: "demo", name: `agent-${models}`, base_model: baseModel };
  id = String((await server.ask("POST", "/preview/models", { body })).body["id"]);
});

const choice = {
  finish_reason: "stop",
  index: 0,
  message: { role: "assistant", content: "yes" },
  logprobs: { content: [{ token: "token_id:77", logprob: -0.21, bytes: [121], top_logprobs: [] }] },
  token_ids: [77],
};
const group = {
  trajectories: [
    {
      messages_and_choices: [{ role: "user", content: "Is water wet?" }, choice],
      reward: 1,
      metrics: { correct: true },
      unknown: { kept: [1] },
    },
    { messages_and_choices: [], reward: 0, metrics: { correct: false } },
  ],
  exceptions: [{ type: "TimeoutError", message: "", traceback: "" }],
};

/** Sends a body as it is written. */
async function send(
  text: string,
  { by = "acme", headers = {} }: { by?: "acme" | "elsewhere" | "reader"; headers?: object } = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${server.url}/v1/preview/models/${id}/log`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${server.keys[by]}`,
      "Content-Type": "application/json",
      ...headers,
    },
    body: text,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const log = (members: object, more: Parameters<typeof send>[1] = {}) =>
  send(JSON.stringify({ model_id: id, split: "val", ...members }), more);

async function files(): Promise<readonly Selectable<TrajectoryFilesTable>[]> {
  const records = await openRecords({ file: server.recordsFile, migrate: false });
  const rows = await records.db
    .selectFrom("trajectory_files")
    .selectAll()
    .where("model_id", "=", id)
    .orderBy("created_at")
    .execute();
  await records.close();
  return rows;
}

async function linesOf({
  digest,
  size_bytes,
}: Selectable<TrajectoryFilesTable>): Promise<readonly string[]> {
  const path = join(server.root, "data/blobs", digest.slice(0, 2), digest);
  const bytes = await readFile(path);
  expect(bytes).toHaveLength(size_bytes);
  return bytes.toString().trimEnd().split("\n");
}

async function metricsOfStep0(): Promise<unknown> {
  const path = `/preview/models/${id}/checkpoints`;
  const { body } = await server.ask<{ data: { metrics: unknown }[] }>("GET", path);
  return body.data[0]?.metrics;
}

const averages = {
  "val/reward": 0.5,
  "val/exception_rate": 1 / 3,
  "val/reward_std_dev": 0.5,
  "val/correct": 0.5,
};

test("the averages join the metrics of the newest checkpoint, and newer ones replace them", async () => {
  expect(await log({ trajectory_groups: [group] })).toEqual({
    status: 200,
    body: { step: 0, metrics: averages },
  });
  expect(await metricsOfStep0()).toEqual(averages);
  await log({ split: "train", trajectory_groups: [{ trajectories: [{ reward: 7 }] }] });
  await log({ trajectory_groups: [{ trajectories: [{ reward: 3 }] }] });
  const wanted = {
    ...averages,
    "val/reward": 3,
    "val/exception_rate": 0,
    "val/reward_std_dev": 0,
    "train/reward": 7,
    "train/exception_rate": 0,
    "train/reward_std_dev": 0,
  };
  expect(await metricsOfStep0()).toEqual(wanted);
  await server.restart();
  expect(await metricsOfStep0()).toEqual(wanted);
});

test("the trajectories are in a file, as they came", async () => {
  await log({ trajectory_groups: [group] });
  const [file, ...others] = await files();
  expect(others).toEqual([]);
  expect(file).toMatchObject({ step: 0, split: '"val"' });
  expect(JSON.parse(file!.metrics)).toEqual(averages);
  const { trajectories, ...rest } = group;
  expect((await linesOf(file!)).map((line) => JSON.parse(line) as unknown)).toEqual([
    { split: "val" },
    { group: rest },
    ...trajectories.map((trajectory) => ({ trajectory })),
  ]);
});

test("the digits and the order of metadata are those that the client sent", async () => {
  const metadata = '{"2": 1.0, "1": 12345678901234567890, "a": 1e2}';
  const trajectory = `{"metadata": ${metadata}}`;
  const groups = `[{"trajectories": [${trajectory}], "metadata": ${metadata}}]`;
  expect((await send(`{"split": "val", "trajectory_groups": ${groups}}`)).status).toBe(200);
  expect(await linesOf((await files())[0]!)).toEqual([
    '{"split":"val"}',
    `{"group":{"metadata":${metadata}}}`,
    `{"trajectory":{"metadata":${metadata}}}`,
  ]);
});

test("no groups log nothing", async () => {
  expect((await log({ trajectory_groups: [] })).body).toEqual({ step: 0, metrics: {} });
  expect(await files()).toEqual([]);
  expect(await metricsOfStep0()).toEqual({});
});

test("the same Idempotency-Key logs once, and answers as the first time", async () => {
  const headers = { "Idempotency-Key": "once" };
  const first = await log({ trajectory_groups: [group] }, { headers });
  await log({ trajectory_groups: [{ trajectories: [{ reward: 9 }] }] });
  expect(await log({ trajectory_groups: [group] }, { headers })).toEqual(first);
  expect(await files()).toHaveLength(2);
  expect(await metricsOfStep0()).toMatchObject({ "val/reward": 9 });
  for (const other of [
    { trajectory_groups: [group], split: "test" },
    { trajectory_groups: [group, group] },
  ]) {
    expect((await log(other, { headers })).status).toBe(409);
  }
});

test("many logs at once lose no metric", async () => {
  const splits = Array.from({ length: 20 }, (_, i) => `split-${i}`);
  const groups = [{ trajectories: [{ reward: 1 }] }];
  await Promise.all(splits.map((split) => log({ split, trajectory_groups: groups })));
  expect(await metricsOfStep0()).toMatchObject(
    Object.fromEntries(splits.map((split) => [`${split}/reward`, 1])),
  );
  expect(await files()).toHaveLength(20);
});

test("splits of any characters are kept apart", async () => {
  for (const split of ["", "__proto__", "a/b", "\u0000", "é\ud83d\ude00", "';--"]) {
    const { status, body } = await log({
      split,
      trajectory_groups: [{ trajectories: [{ reward: 2 }] }],
    });
    expect(status).toBe(200);
    expect(body["metrics"]).toMatchObject({ [`${split}/reward`]: 2 });
  }
});

test("where every checkpoint was deleted, the trajectories are kept for step 0", async () => {
  const path = `/preview/models/${id}/checkpoints`;
  await server.ask("DELETE", path, { body: { steps: [0] } });
  const { body } = await log({ trajectory_groups: [group] });
  expect(body).toEqual({ step: 0, metrics: averages });
  expect(await files()).toHaveLength(1);
});

test("another entity and a reader log nothing, and a deleted model is not found", async () => {
  const groups = { trajectory_groups: [group] };
  expect((await log(groups, { by: "elsewhere" })).status).toBe(404);
  expect((await log(groups, { by: "reader" })).status).toBe(403);
  expect(await files()).toEqual([]);
  await log(groups);
  await server.ask("DELETE", `/preview/models/${id}`);
  expect(await files()).toEqual([]);
  expect((await log(groups)).status).toBe(404);
});

test("more metrics than a checkpoint may have are refused, and keep nothing", async () => {
  const metrics = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`m${i}`, i]));
  const { status, body } = await log({ trajectory_groups: [{ trajectories: [{ metrics }] }] });
  expect(status).toBe(413);
  expect(body["detail"]).toContain("at most 1000 metrics");
  expect(await files()).toEqual([]);
});
