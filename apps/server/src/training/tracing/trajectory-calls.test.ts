import type { Training } from "@heddle/types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JobsOfServer, type Listed } from "../testing/jobs-of-server.ts";
import { TracesOfServer } from "../testing/traces-of-server.ts";
import { TrainingServer } from "../testing/training-server.ts";

// What a client reads in the trace service of the trajectories that it has sent.

let server: TrainingServer;
let jobs: JobsOfServer;
let traces: TracesOfServer;

beforeAll(async () => {
  server = await TrainingServer.start();
  jobs = new JobsOfServer(server);
  traces = new TracesOfServer(server);
});
afterAll(() => server[Symbol.asyncDispose]());

/** No answer waits for its traces. */
const patiently = { timeout: 240_000 };

const trajectory = (reward: number, more: object = {}) => ({
  messages_and_choices: [
    { role: "user", content: "Is water wet?" },
    { role: "assistant", content: "yes" },
  ],
  reward,
  ...more,
});

async function log(modelId: string, members: object, headers: Record<string, string> = {}) {
  const path = `/preview/models/${modelId}/log`;
  expect(await server.ask("POST", path, { body: members, headers })).toMatchObject({ status: 200 });
}

/** The traces of a model, once there are so many. */
async function written(modelId: string, count: number) {
  await expect.poll(() => traces.roots(modelId), patiently).toHaveLength(count);
  const roots = await traces.roots(modelId);
  const reward = () => traces.payloads(roots, "heddle.reward");
  await expect.poll(reward, patiently).toHaveLength(count);
  return { roots, rewards: await reward() };
}

test("a job by reward has its rollouts as traces, with their rewards", async () => {
  const { id: model_id, name } = await jobs.model();
  const model = `wandb-artifact:///acme/demo/${name}`;
  const messages = [{ role: "user", content: "is zq a vw?" }];
  const asked = { model, messages, n: 4, max_completion_tokens: 8, logprobs: true };
  const { body } = await server.ask<{ choices: { message: { content: string } }[] }>(
    "POST",
    "/chat/completions",
    { body: asked },
  );
  const trajectories = body.choices.map((choice, index) => ({
    messages_and_choices: [...messages, choice],
    reward: index / 4,
    metrics: { length: choice.message.content.length },
    metadata: { scenario_id: "one" },
  }));
  const made = await server.ask<{ id: string }>("POST", "/preview/training-jobs", {
    body: { model_id, trajectory_groups: [{ trajectories }] },
  });
  const job_id = made.body.id;
  const { roots, rewards } = await written(model_id, 4);
  expect(roots).toMatchObject(
    body.choices.map(({ message }, index) => ({
      op_name: "heddle.trajectory",
      exception: null,
      parent_id: null,
      attributes: {
        model,
        model_id,
        job_id,
        split: "train",
        step: 0,
        group: 0,
        place_in_group: index,
        metadata: { scenario_id: "one" },
      },
      inputs: { messages },
      output: { messages: [{ role: "assistant", content: message.content }] },
      summary: { usage: { [model]: { requests: 1 } }, weave: { status: "success" } },
    })),
  );
  expect(rewards).toEqual([0, 1, 2, 3].map((index) => ({ value: index / 4 })));
  expect(await traces.payloads(roots, "heddle.metrics")).toEqual(
    trajectories.map(({ metrics }) => metrics),
  );
  expect(await jobs.ended(job_id)).toMatchObject({ status: "succeeded", step: 1 });
  await server.restart();
  expect(await traces.roots(model_id)).toEqual(roots);
});

test("logged trajectories are traces, each once however often the request comes", async () => {
  const { id } = await jobs.model();
  const trajectory_groups = [
    { trajectories: [trajectory(1), trajectory(0.5)], metadata: { scenario_id: 7 } },
    { trajectories: [], exceptions: [{ type: "TimeoutError", message: "", traceback: "" }] },
    { trajectories: [trajectory(0)] },
  ];
  const once = { "Idempotency-Key": "once" };
  await log(id, { split: "val", trajectory_groups }, once);
  await log(id, { split: "val", trajectory_groups }, once);
  await log(id, { split: "odd \u0000 \ud83d\ude00", trajectory_groups: [] });
  await log(id, { split: "test", trajectory_groups: [{ trajectories: [trajectory(7)] }] });
  const { roots, rewards } = await written(id, 4);
  expect(rewards).toEqual([1, 0.5, 0, 7].map((value) => ({ value })));
  expect(roots.map(({ attributes }) => attributes)).toMatchObject([
    { split: "val", group: 0, place_in_group: 0, group_metadata: { scenario_id: 7 } },
    { split: "val", group: 0, place_in_group: 1, group_metadata: { scenario_id: 7 } },
    { split: "val", group: 2, place_in_group: 0 },
    { split: "test", group: 0, place_in_group: 0 },
  ]);
  expect(roots[0]?.attributes).not.toHaveProperty("job_id");
  // The same trajectories without a key are others.
  await log(id, { split: "val", trajectory_groups });
  await written(id, 7);
});

test("turns are calls below their trajectory", async () => {
  const { id } = await jobs.model();
  const choice = (content: string) => ({
    finish_reason: "stop",
    index: 0,
    message: { role: "assistant", content },
  });
  const messages_and_choices = ["a", "b", "c"].flatMap((content) => [
    { role: "user", content },
    choice(content),
  ]);
  const trajectories = [trajectory(1, { messages_and_choices })];
  await log(id, { split: "val", trajectory_groups: [{ trajectories }] });
  const { roots } = await written(id, 1);
  const calls = await traces.trace(roots[0]!.trace_id);
  expect(calls.filter((call) => call.parent_id === roots[0]!.id)).toMatchObject(
    ["a", "b", "c"].map((content, turn) => ({
      op_name: "heddle.trajectory.turn",
      attributes: { turn },
      inputs: { messages: [{ role: "user", content }] },
      output: { choices: [{ message: { role: "assistant", content } }] },
    })),
  );
});

test("the author of the traces is who sent the trajectories, and others do not see them", async () => {
  const { id } = await jobs.model();
  await log(id, { split: "val", trajectory_groups: [{ trajectories: [trajectory(1)] }] });
  const { roots } = await written(id, 1);
  expect(roots[0]).toMatchObject({ wb_user_id: "acme", project_id: "acme/demo" });
  const body = { project_id: "acme/demo", filter: { call_ids: [roots[0]!.id] } };
  const options = { body, prefix: "/traces", by: "elsewhere" as const };
  expect(await server.ask("POST", "/calls/query", options)).toMatchObject({ status: 404 });
});

test("the traces of a model that is deleted at once come, and stay", async () => {
  const { id } = await jobs.model();
  const trajectories = Array.from({ length: 250 }, (_, index) => trajectory(index));
  await log(id, { split: "val", trajectory_groups: [{ trajectories }] });
  await server.ask("DELETE", `/preview/models/${id}`);
  const { rewards } = await written(id, 250);
  expect(rewards).toEqual(trajectories.map(({ reward }) => ({ value: reward })));
});

test("with the setting off, nothing becomes a trace, and files are kept as ever", async () => {
  const { id } = await jobs.model();
  await server.restart(undefined, { "trace-trajectories": "off" });
  await log(id, { split: "val", trajectory_groups: [{ trajectories: [trajectory(1)] }] });
  const [checkpoint] = await jobs.checkpoints(id);
  expect(checkpoint?.metrics).toMatchObject({ "val/reward": 1 });
  await server.restart();
  await log(id, { split: "val", trajectory_groups: [{ trajectories: [trajectory(2)] }] });
  const { roots, rewards } = await written(id, 1);
  expect(rewards).toEqual([{ value: 2 }]);
  const path = `/preview/models/${id}/trajectories`;
  const { data } = (await server.ask<Listed<Training.KeptGroup>>("GET", path)).body;
  const kept = data.map((group) => `/preview/trajectories/${group.trajectories[0]!.id}`);
  expect((await server.ask("GET", kept[0]!)).body).toMatchObject({ trace_id: null });
  expect((await server.ask("GET", kept[1]!)).body).toMatchObject({ trace_id: roots[0]!.trace_id });
});

test("a kept trajectory names its trace, in a group of many and behind other groups", async () => {
  const { id } = await jobs.model();
  const of = (rewards: readonly number[]) => ({
    trajectories: rewards.map((reward) => trajectory(reward)),
  });
  const many = Array.from({ length: 101 }, (_, place) => 10 + place);
  await log(id, { split: "val", trajectory_groups: [of([1, 2]), of([]), of(many)] });
  const { roots, rewards } = await written(id, 103);
  const path = `/preview/models/${id}/trajectories`;
  const { data } = (await server.ask<Listed<Training.KeptGroup>>("GET", path)).body;
  const kept = data.flatMap(({ trajectories }) => trajectories);
  expect(kept).toHaveLength(103);
  for (const place of [0, 1, 2, 101, 102]) {
    const { body } = await server.ask("GET", `/preview/trajectories/${kept[place]!.id}`);
    expect(body).toMatchObject({ trace_id: roots[place]!.trace_id });
    expect(rewards[place]).toEqual({ value: kept[place]!.reward });
  }
});

test("a job's trajectory names its trace", async () => {
  const { id: model_id } = await jobs.model();
  const body = { model_id, trajectory_groups: [{ trajectories: [trajectory(1)] }] };
  await server.ask("POST", "/preview/training-jobs", { body });
  const { roots } = await written(model_id, 1);
  const path = `/preview/models/${model_id}/trajectories`;
  const [group] = (await server.ask<Listed<Training.KeptGroup>>("GET", path)).body.data;
  const read = `/preview/trajectories/${group!.trajectories[0]!.id}`;
  expect((await server.ask("GET", read)).body).toMatchObject({ trace_id: roots[0]!.trace_id });
});
