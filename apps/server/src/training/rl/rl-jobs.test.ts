import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Training } from "@heddle/types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JobsOfServer, lineOf } from "../testing/jobs-of-server.ts";
import { TrainingServer } from "../testing/training-server.ts";

// Jobs by reward as a client runs them: rollouts by chat, their choices sent back with rewards, events read to the end.

let server: TrainingServer;
let jobs: JobsOfServer;

beforeAll(async () => {
  server = await TrainingServer.start();
  jobs = new JobsOfServer(server);
});
afterAll(() => server[Symbol.asyncDispose]());

interface Choice {
  readonly message: { readonly content: string };
  readonly token_ids?: unknown;
  readonly logprobs: object;
}

type Reward = (text: string) => number;

/** Nothing that it was taught. */
const questions = ["is zq a vw?", "is a cloud sad?", "is kx jj?", "is today long?"];
const lengthReward: Reward = (text) => Math.max(0, 1 - text.length / 60);

/** Eight answers to each question, as trajectories: the ids are dropped, as older clients drop them. */
async function rollouts(
  name: string,
  reward: Reward,
  round = 0,
): Promise<{ readonly groups: Training.TrajectoryGroup[]; readonly mean: number }> {
  const groups = await Promise.all(
    questions.map(async (content, at): Promise<Training.TrajectoryGroup> => {
      const body = {
        model: `wandb-artifact:///acme/demo/${name}`,
        messages: [{ role: "user", content }],
        n: 8,
        // The same weights answer the same, so that a run repeats.
        seed: round * questions.length + at,
        max_completion_tokens: 20,
        logprobs: true,
      };
      const answer = await server.ask<{ choices: Choice[] }>("POST", "/chat/completions", { body });
      const trajectories = answer.body.choices.map(({ token_ids: _dropped, ...choice }) => ({
        messages_and_choices: [{ role: "user", content }, choice],
        reward: reward(choice.message.content),
      }));
      return { trajectories } as unknown as Training.TrajectoryGroup;
    }),
  );
  const rewards = groups.flatMap(({ trajectories }) => trajectories.map((one) => one.reward ?? 0));
  return { groups, mean: rewards.reduce((sum, one) => sum + one, 0) / rewards.length };
}

async function train(
  modelId: string,
  groups: readonly Training.TrajectoryGroup[],
  learningRate = 0.003,
): Promise<string> {
  const body = {
    model_id: modelId,
    trajectory_groups: groups,
    experimental_config: { learning_rate: learningRate },
  };
  const made = await server.ask<{ id: string }>("POST", "/preview/training-jobs", { body });
  expect(made).toMatchObject({ status: 200 });
  return made.body.id;
}

test("a reward rises from job to job, and events come in the order that clients need", async () => {
  const { id, name } = await jobs.model();
  const means: number[] = [];
  for (let round = 1; round <= 16; round += 1) {
    const { groups, mean } = await rollouts(name, lengthReward, round);
    means.push(mean);
    // More than half of the way to the top.
    if (mean > (1 + means[0]!) / 2) break;
    const job = await train(id, groups);
    expect(await jobs.ended(job)).toMatchObject({ status: "succeeded", step: round, error: null });
    const events = await jobs.events(job);
    const steps = events.filter(({ type }) => type === "gradient_step");
    expect(events.map(({ type }) => type)).toEqual([
      "training_started",
      ...steps.map(() => "gradient_step"),
      "training_ended",
    ]);
    expect(events[0]?.data).toMatchObject({ num_sequences: steps.length });
    expect(steps.length).toBeGreaterThan(0);
    for (const { data } of steps) {
      expect(Object.values(data).every((value) => Number.isFinite(value))).toBe(true);
      expect(data).toHaveProperty("loss/entropy");
    }
    expect((await jobs.checkpoints(id))[0]).toMatchObject({ step: round });
  }
  const [first = 1] = means;
  expect(means.length).toBeGreaterThan(1);
  expect(means.at(-1), means.join(" ")).toBeGreaterThan((1 + first) / 2);
}, 300_000);

/** The weights of all steps of a model that jobs have made. */
async function weightsOf(modelId: string): Promise<readonly Buffer[]> {
  const samplers = join(server.root, "data/engine", modelId, "samplers");
  const versions = await readdir(samplers);
  return await Promise.all(
    versions.map((version) => readFile(join(samplers, version, "adapter_model.safetensors"))),
  );
}

test("constant rewards move the step and no bit of a weight", async () => {
  const { id, name } = await jobs.model();
  await jobs.ended(await train(id, (await rollouts(name, lengthReward)).groups));
  const [before] = await weightsOf(id);
  const { groups } = await rollouts(name, () => 0.5);
  const job = await train(id, groups);
  const ended = await jobs.ended(job);
  expect(ended).toMatchObject({ status: "succeeded", step: 2 });
  expect(ended.warnings).toEqual([expect.stringContaining("rewards differ")]);
  expect((await jobs.events(job)).map(({ type }) => type)).toEqual([
    "training_started",
    "training_ended",
  ]);
  const after = await weightsOf(id);
  expect(after).toHaveLength(2);
  for (const weights of after) expect(weights).toEqual(before);
}, 300_000);

test("a job that changes nothing that shows says so, and what to do", async () => {
  const { id, name } = await jobs.model();
  const { groups } = await rollouts(name, lengthReward);
  const { warnings } = await jobs.ended(await train(id, groups, 1e-7));
  expect(warnings).toEqual([expect.stringContaining("larger learning_rate")]);
}, 300_000);

test("an option that no engine here follows is refused by its name before anything is stored", async () => {
  const { id } = await jobs.model();
  const body = {
    model_id: id,
    trajectory_groups: [],
    experimental_config: { kl_ref_adapter_path: "/adapter" },
  };
  const refused = await server.ask("POST", "/preview/training-jobs", { body });
  expect(refused).toMatchObject({ status: 422 });
  expect(JSON.stringify(refused.body)).toContain("kl_ref_adapter_path");
  const page = await server.ask("GET", `/preview/training-jobs?model_id=${id}`);
  expect(page.body).toMatchObject({ data: [] });
});

test("a step that a waiting job is held near to cannot be deleted, if its penalty counts", async () => {
  const { id } = await jobs.model();
  for (let step = 1; step <= 2; step += 1) await jobs.ended(await train(id, []));
  const lines = Array.from({ length: 2_000 }, () => lineOf({ question: "Who?", answer: "Me." }));
  const running = await jobs.onLines(id, lines);
  const held = async (coefficient: number): Promise<string> => {
    const config = { kl_penalty_coef: coefficient, kl_penalty_reference_step: 1 };
    const body = { model_id: id, trajectory_groups: [], experimental_config: config };
    const path = "/preview/training-jobs";
    return (await server.ask<{ id: string }>("POST", path, { body })).body.id;
  };
  const cancel = (job: string) => server.ask("POST", `/preview/training-jobs/${job}/cancel`);
  const remove = () =>
    server.ask("DELETE", `/preview/models/${id}/checkpoints`, { body: { steps: [1] } });
  const waiting = await held(0.1);
  await held(0);
  expect(await remove()).toMatchObject({
    status: 409,
    body: {
      detail: expect.stringContaining("A queued training job has step 1 as its KL reference"),
    },
  });
  await cancel(waiting);
  expect(await remove()).toMatchObject({ status: 200, body: { deleted_count: 1 } });
  await cancel(running);
}, 300_000);
