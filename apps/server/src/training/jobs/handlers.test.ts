import { randomUUID } from "node:crypto";
import type { Training } from "@heddle/types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JobsOfServer, type Listed, lineOf } from "../testing/jobs-of-server.ts";
import { pairs } from "../testing/pairs.ts";
import { TrainingServer } from "../testing/training-server.ts";

let server: TrainingServer;
let jobs: JobsOfServer;

beforeAll(async () => {
  server = await TrainingServer.start();
  jobs = new JobsOfServer(server);
});
afterAll(() => server[Symbol.asyncDispose]());

const lines = pairs.map(lineOf);
/** A job that is not over before a test has done something to it. */
const longLines = Array.from({ length: 40 }, () => lines).flat();
const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{6})?Z$/);

test("the record of a job says what repeats it", async () => {
  const { id } = await jobs.model();
  const config = { batch_size: 15, learning_rate: 0.001 };
  const job = await jobs.onLines(id, lines, config);
  expect(await jobs.ended(job)).toEqual({
    id: job,
    object: "training_job",
    type: "sft",
    model_id: id,
    status: "succeeded",
    created_at: anyTime,
    started_at: anyTime,
    finished_at: anyTime,
    step: 1,
    num_sequences: 2,
    completed_sequences: 2,
    error: null,
    warnings: [],
    recipe: {
      base_model: "OpenPipe/Qwen3-14B-Instruct",
      engine_model: "heddle/loom",
      engine: "embedded",
      server_version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      rank: 8,
      alpha: 16,
      seed: 3407,
      start_step: 0,
      config,
      training_data_url: expect.stringMatching(/^file:\/\/\//),
      input_digest: expect.stringMatching(/^[A-Za-z0-9]{43}$/),
      data_digest: expect.stringMatching(/^[A-Za-z0-9]{43}$/),
    },
  });
});

test("jobs of a model run in their order, each from the step before", async () => {
  const { id } = await jobs.model();
  const made: string[] = [];
  for (let i = 0; i < 3; i++) made.push(await jobs.onLines(id, lines.slice(0, 4)));
  for (const job of made) await jobs.ended(job);
  const read = await Promise.all(made.map((job) => jobs.read(job)));
  expect(read.map(({ step, recipe }) => [recipe.start_step, step])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
});

test("events come in pages, behind an id", async () => {
  const { id } = await jobs.model();
  const job = await jobs.onLines(id, lines, { batch_size: 10 });
  await jobs.ended(job);
  const path = `/preview/training-jobs/${job}/events`;
  const all = await jobs.events(job);
  const types = ["training_started", ...Array(3).fill("gradient_step"), "training_ended"];
  expect(all.map(({ type }) => type)).toEqual(types);
  const { body: page } = await server.ask<Listed<Training.TrainingEvent>>(
    "GET",
    `${path}?limit=2&after=${all[1]?.id}`,
  );
  expect(page).toEqual({
    object: "list",
    data: all.slice(2, 4),
    first_id: all[2]?.id,
    last_id: all[3]?.id,
    has_more: true,
  });
  expect(await server.ask("GET", `${path}?after=${randomUUID()}`)).toMatchObject({ status: 404 });
  expect(await server.ask("GET", `${path}?limit=0`)).toMatchObject({ status: 422 });
  expect(await server.ask("GET", `${path}?limit=101`)).toMatchObject({ status: 422 });
});

test("a cancelled job ends at once, and its model stays as it was", async () => {
  const { id, name } = await jobs.model();
  const before = await jobs.answer(name, "Hello!");
  const job = await jobs.onLines(id, longLines, { learning_rate: 0.01 });
  await jobs.taken(job, 2);
  const path = `/preview/training-jobs/${job}/cancel`;
  const cancelled = await server.ask<Training.TrainingJob>("POST", path);
  expect(cancelled).toMatchObject({
    status: 200,
    body: { status: "failed", step: null, error: { message: "The job was cancelled." } },
  });
  // The next job does not wait for the end of this one.
  const next = await jobs.onLines(id, []);
  expect(await jobs.ended(next)).toMatchObject({ status: "succeeded", step: 1 });
  const events = await jobs.events(job);
  expect(events.at(-1)).toMatchObject({
    type: "training_failed",
    data: { error_message: "The job was cancelled." },
  });
  expect(events.filter(({ type }) => type === "training_failed")).toHaveLength(1);
  expect(await jobs.answer(name, "Hello!")).toBe(before);
  expect(await server.ask("POST", path)).toEqual(cancelled);
});

test("a job that waits can be cancelled, and one that has ended stays as it is", async () => {
  const { id } = await jobs.model();
  const running = await jobs.onLines(id, longLines);
  const waiting = await jobs.onLines(id, lines);
  const cancel = (job: string) =>
    server.ask<Training.TrainingJob>("POST", `/preview/training-jobs/${job}/cancel`);
  expect((await cancel(waiting)).body).toMatchObject({ status: "failed", started_at: null });
  expect(await jobs.events(waiting)).toMatchObject([{ type: "training_failed" }]);
  await cancel(running);
  const done = await jobs.onLines(id, []);
  await jobs.ended(done);
  expect((await cancel(done)).body).toMatchObject({ status: "succeeded", step: 1, error: null });
});

test("a step that a running job starts from is kept, and may go afterwards", async () => {
  const { id } = await jobs.model();
  await jobs.ended(await jobs.onLines(id, []));
  const job = await jobs.onLines(id, longLines);
  await jobs.taken(job, 1);
  const remove = (steps: readonly number[]) =>
    server.ask("DELETE", `/preview/models/${id}/checkpoints`, { body: { steps } });
  expect(await remove([0, 1])).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/^A running training job starts from step 1\./) },
  });
  expect((await jobs.checkpoints(id)).map(({ step }) => step)).toEqual([1, 0]);
  await server.ask("POST", `/preview/training-jobs/${job}/cancel`);
  expect((await remove([1])).body).toEqual({ deleted_count: 1, not_found_steps: [] });
});

test("the next job starts from the newest step that is left, and counts on", async () => {
  const { id, name } = await jobs.model();
  const config = { batch_size: 5, learning_rate: 0.003 };
  await jobs.ended(await jobs.onLines(id, lines, config));
  const untouched = await jobs.answer(name, pairs[0]!.question);
  await jobs.ended(await jobs.onLines(id, lines, config));
  await server.ask("DELETE", `/preview/models/${id}/checkpoints`, { body: { steps: [2] } });
  const job = await jobs.onLines(id, []);
  expect(await jobs.ended(job)).toMatchObject({ step: 3, recipe: { start_step: 1 } });
  expect(await jobs.answer(name, pairs[0]!.question)).toBe(untouched);
});

test("jobs of a deleted model fail, and their client reads why", async () => {
  const { id } = await jobs.model();
  const running = await jobs.onLines(id, longLines);
  const waiting = await jobs.onLines(id, lines);
  await jobs.taken(running, 1);
  expect(await server.ask("DELETE", `/preview/models/${id}`)).toMatchObject({ status: 200 });
  for (const job of [running, waiting]) {
    expect(await jobs.read(job)).toMatchObject({ status: "failed" });
    const data = { error_message: "The model was deleted." };
    expect((await jobs.events(job)).at(-1)).toMatchObject({ type: "training_failed", data });
  }
});

test("another entity finds neither job nor model", async () => {
  const { id } = await jobs.model();
  const job = await jobs.onLines(id, []);
  await jobs.ended(job);
  const path = `/preview/training-jobs/${job}`;
  const by = "elsewhere" as const;
  for (const [method, at] of [
    ["GET", path],
    ["GET", `${path}/events`],
    ["POST", `${path}/cancel`],
    ["GET", `/preview/training-jobs?model_id=${id}`],
  ] as const) {
    expect(await server.ask(method, at, { by }), at).toMatchObject({ status: 404 });
  }
  const body = { model_id: id, training_data_url: await jobs.file([]), trajectory_groups: [] };
  for (const at of ["/preview/training-jobs", "/preview/sft-training-jobs"]) {
    expect(await server.ask("POST", at, { by, body }), at).toMatchObject({ status: 404 });
  }
  const { body: list } = await server.ask<Listed<object>>("GET", "/preview/training-jobs", { by });
  expect(list.data).toEqual([]);
  expect(await server.ask("POST", `${path}/cancel`, { by: "reader" })).toMatchObject({
    status: 403,
  });
});

test("a repeat with an Idempotency-Key makes one job", async () => {
  const { id } = await jobs.model();
  const body = { model_id: id, training_data_url: await jobs.file([]) };
  const headers = { "Idempotency-Key": "once" };
  const create = (config: object) =>
    server.ask("POST", "/preview/sft-training-jobs", { body: { ...body, config }, headers });
  const made = await create({ batch_size: 1 });
  expect(await create({ batch_size: 1 })).toEqual(made);
  expect(await create({ batch_size: 3 })).toMatchObject({ status: 409 });
  const path = `/preview/training-jobs?model_id=${id}`;
  expect((await server.ask<Listed<object>>("GET", path)).body.data).toHaveLength(1);
});

test("lists have filters, pages and both orders", async () => {
  const { id } = await jobs.model();
  const good = await jobs.onLines(id, []);
  const bad = await jobs.onLines(id, ["{"]);
  const last = await jobs.onLines(id, []);
  for (const job of [good, bad, last]) await jobs.ended(job);
  const ids = async (query: string): Promise<readonly string[]> => {
    const path = `/preview/training-jobs?model_id=${id}${query}`;
    const { body } = await server.ask<Listed<Training.TrainingJob>>("GET", path);
    return body.data.map((job) => job.id);
  };
  expect(await ids("")).toEqual([good, bad, last]);
  expect(await ids("&order=desc")).toEqual([last, bad, good]);
  expect(await ids("&status=failed")).toEqual([bad]);
  expect(await ids("&limit=1")).toEqual([good]);
  expect(await ids(`&limit=1&after=${good}`)).toEqual([bad]);
  expect(await ids(`&order=desc&after=${bad}`)).toEqual([good]);
  expect(await ids("&project=demo")).toEqual([good, bad, last]);
  expect(await ids("&project=nothing")).toEqual([]);
  const unknown = `/preview/training-jobs?after=${randomUUID()}`;
  expect(await server.ask("GET", unknown)).toMatchObject({ status: 404 });
  const nobody = `/preview/training-jobs?model_id=${randomUUID()}`;
  expect(await server.ask("GET", nobody)).toMatchObject({ status: 404 });
});

test("two models learn at once, and each learns its own", async () => {
  const [one, two] = [await jobs.model(), await jobs.model()];
  const taught = async ({ id }: { id: string }, answer: string): Promise<string> => {
    const all = Array.from({ length: 24 }, () => lineOf({ question: "Which one?", answer }));
    return await jobs.onLines(id, all, { batch_size: 1, learning_rate: 0.005 });
  };
  const made = [await taught(one, "The first."), await taught(two, "The second.")];
  for (const job of made) await jobs.ended(job);
  const [a, b] = await Promise.all(made.map((job) => jobs.read(job)));
  // Each began before the other ended.
  expect(a!.started_at! < b!.finished_at! && b!.started_at! < a!.finished_at!).toBe(true);
  expect(await jobs.answer(one.name, "Which one?")).toBe("The first.");
  expect(await jobs.answer(two.name, "Which one?")).toBe("The second.");
});
