import { rm, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JobsOfServer, lineOf } from "../testing/jobs-of-server.ts";
import { pairs } from "../testing/pairs.ts";
import { TrainingServer } from "../testing/training-server.ts";

let server: TrainingServer;
let jobs: JobsOfServer;

beforeAll(async () => {
  server = await TrainingServer.start();
  jobs = new JobsOfServer(server);
});
afterAll(() => server[Symbol.asyncDispose]());

const [first, second, third] = pairs.map(lineOf) as [string, string, string, ...string[]];

test("thirty answers are learned word for word", async () => {
  const { id, name } = await jobs.model();
  const epochs = Array.from({ length: 15 }, () => pairs.map(lineOf));
  const job = await jobs.onLines(id, epochs.flat(), { batch_size: 5, learning_rate: 0.005 });
  expect(await jobs.ended(job)).toMatchObject({ status: "succeeded", step: 1, error: null });
  const answers = await Promise.all(pairs.map(({ question }) => jobs.answer(name, question)));
  expect(answers).toEqual(pairs.map(({ answer }) => answer));
});

test("each batch is one step, with its own rate and its figures", async () => {
  const { id } = await jobs.model();
  const config = { batch_size: 2, learning_rate: [0.001, 0.002] };
  const job = await jobs.onLines(id, [first, "", second, third], config);
  expect(await jobs.ended(job)).toMatchObject({
    status: "succeeded",
    num_sequences: 2,
    completed_sequences: 2,
  });
  const [started, one, two, ended, ...more] = await jobs.events(job);
  expect(more).toEqual([]);
  expect(started).toMatchObject({ type: "training_started", data: { num_sequences: 2 } });
  const figures = {
    loss: expect.any(Number),
    grad_norm: expect.any(Number),
    num_tokens: expect.any(Number),
    num_trainable_tokens: expect.any(Number),
    tokens_per_second: expect.any(Number),
    num_dropped_trajectories: 0,
  };
  const data = { ...figures, learning_rate: 0.001, num_trajectories: 2 };
  expect(one).toEqual({ id: one?.id, type: "gradient_step", data });
  expect(two?.data).toEqual({ ...figures, learning_rate: 0.002, num_trajectories: 1 });
  const [checkpoint] = await jobs.checkpoints(id);
  expect(ended).toMatchObject({
    type: "training_ended",
    data: { step: 1, checkpoint_id: checkpoint?.id },
  });
  expect(checkpoint).toMatchObject({ step: 1, metrics: {} });
});

test("a job that asks for it has the row of each step, and their averages at the checkpoint", async () => {
  const { id } = await jobs.model();
  const config = { batch_size: 1, learning_rate: [0, 1e-3], metric_logging: { enabled: true } };
  const job = await jobs.onLines(id, [first, second], config);
  await jobs.ended(job);
  const steps = (await jobs.events(job)).filter(({ type }) => type === "gradient_step");
  const losses = steps.map(({ data }) => (data as { loss: number }).loss);
  const [checkpoint] = await jobs.checkpoints(id);
  expect(checkpoint?.metrics["train/learning_rate"]).toBeCloseTo(5e-4, 12);
  expect(checkpoint?.metrics["train/loss"]).toBeCloseTo((losses[0]! + losses[1]!) / 2, 10);
  const names = Object.keys(checkpoint?.metrics ?? {});
  expect(names.filter((name) => !name.startsWith("train/") || name.includes("sft"))).toEqual([]);
  steps.forEach(({ data }, index) => {
    const metrics = Object.entries(data).filter(([name]) => !name.startsWith("sft/"));
    expect(metrics).toHaveLength(8);
    expect(data).toMatchObject({
      "sft/gradient_step": index + 1,
      ...Object.fromEntries(metrics.map(([name, value]) => [`sft/${name}`, value])),
    });
    expect(Object.keys(data)).toHaveLength(17);
  });
});

test("an example that is too long is left out and counted", async () => {
  const { id } = await jobs.model();
  const long = lineOf({ question: "word ".repeat(6_000), answer: "yes" });
  const job = await jobs.onLines(id, [long, long, first, long], { batch_size: 2 });
  expect(await jobs.ended(job)).toMatchObject({ status: "succeeded", num_sequences: 1 });
  const [, step] = await jobs.events(job);
  // The first batch has nothing else, so its examples are told with the next.
  expect(step?.data).toMatchObject({ num_trajectories: 1, num_dropped_trajectories: 3 });
});

test("a file without examples makes the next step all the same", async () => {
  const { id, name } = await jobs.model();
  const before = await jobs.answer(name, "Hello!");
  const job = await jobs.onLines(id, ["", " "]);
  expect(await jobs.ended(job)).toMatchObject({ status: "succeeded", step: 1, num_sequences: 0 });
  const events = await jobs.events(job);
  expect(events.map(({ type }) => type)).toEqual(["training_started", "training_ended"]);
  expect((await jobs.checkpoints(id)).map(({ step }) => step)).toEqual([1, 0]);
  expect(await jobs.answer(name, "Hello!")).toBe(before);
});

test.each([
  ["no JSON", "{", /^Line 2 of the training data: it is no JSON\.$/],
  ["no messages", '{"prompt":"a"}', /^Line 2 of the training data: messages /],
  [
    "a message without a role",
    '{"messages":[{"content":"a"}]}',
    /^Line 2 .* messages\.0 is no message/,
  ],
  [
    "nobody answers",
    '{"messages":[{"role":"user","content":"a"}]}',
    /^Line 2 .* nothing to learn\.$/,
  ],
])("a line with %s fails the job and is named", async (_, line, message) => {
  const { id } = await jobs.model();
  const job = await jobs.onLines(id, [first, line]);
  const { status, step, error } = await jobs.ended(job);
  expect({ status, step }).toEqual({ status: "failed", step: null });
  expect(error?.message).toMatch(message);
  expect(await jobs.events(job)).toMatchObject([
    { type: "training_failed", data: { error_message: error?.message } },
  ]);
  expect((await jobs.checkpoints(id)).map((checkpoint) => checkpoint.step)).toEqual([0]);
});

test("too few learning rates fail the job", async () => {
  const { id } = await jobs.model();
  const config = { batch_size: 1, learning_rate: [0.1] };
  const { error } = await jobs.ended(await jobs.onLines(id, [first, second], config));
  expect(error?.message).toBe(
    "The data makes 2 batches, and config.learning_rate has 1 rates. Give one for each batch, or one number for all.",
  );
});

test("only the last turn is learned where the job says so", async () => {
  const { id } = await jobs.model();
  const turns = JSON.stringify({
    messages: [
      { role: "user", content: "One?" },
      { role: "assistant", content: "A long first answer that is no part of the lesson." },
      { role: "user", content: "Two?" },
      { role: "assistant", content: "No." },
    ],
  });
  const counted = async (assistant_turns: string): Promise<number> => {
    const job = await jobs.onLines(id, [turns], { assistant_turns });
    await jobs.ended(job);
    const [, step] = await jobs.events(job);
    return (step!.data as { num_trainable_tokens: number }).num_trainable_tokens;
  };
  const [all, last] = [await counted("all"), await counted("last")];
  expect(last).toBeLessThan(all / 2);
  expect(last).toBeGreaterThan(1);
});

test("addresses that this server never reads are refused at once", async () => {
  const { id } = await jobs.model();
  const create = (training_data_url: string, config = {}) =>
    server.ask("POST", "/preview/sft-training-jobs", {
      body: { model_id: id, training_data_url, config },
    });
  for (const url of ["ftp://example.org/a.jsonl", "nothing", "http://example.org/a.jsonl"]) {
    expect(await create(url), url).toMatchObject({ status: 422 });
  }
  for (const url of ["https://127.0.0.1/a.jsonl", "https://localhost/a", "https://[::1]/a"]) {
    expect(await create(url), url).toMatchObject({ status: 422 });
  }
  const file = await jobs.file([first]);
  expect(await create(file, { learning_rate: -1 })).toMatchObject({ status: 422 });
  expect(await create(file, { batch_size: 0 })).toMatchObject({ status: 422 });
});

test("a file outside of the folders is as one that is not there", async () => {
  const { id } = await jobs.model();
  const outside = `${server.root}-outside.jsonl`;
  await writeFile(outside, `${first}\n`);
  const messages = new Set<string | undefined>();
  for (const path of [outside, `${server.root}/none.jsonl`, `${server.root}/../..${outside}`]) {
    const body = { model_id: id, training_data_url: `file://${path}` };
    const { body: made } = await server.ask<{ id: string }>("POST", "/preview/sft-training-jobs", {
      body,
    });
    messages.add((await jobs.ended(made.id)).error?.message);
  }
  await rm(outside);
  expect([...messages]).toEqual([
    "The training data is not there, or not below a folder that may be read.",
  ]);
});
