import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TrainingServer } from "../testing/training-server.ts";

let server: TrainingServer;
let id: string;

beforeAll(async () => {
  server = await TrainingServer.start({
    "limit-body": "20KiB",
    "limit-trajectories": "100KiB",
    "limit-json-members": "1000",
  });
  const body = { project: "demo", name: "agent", base_model: "heddle/loom" };
  id = String((await server.ask("POST", "/preview/models", { body })).body["id"]);
});
afterAll(() => server[Symbol.asyncDispose]());

/** A group whose answer has so many tokens, as clients send them: 6 members and 2 containers for each. */
function group(tokens: number): object {
  const token = { token: "token_id:77", logprob: -0.2134567, bytes: [121], top_logprobs: [] };
  const content = Array.from({ length: tokens }, () => token);
  const choice = { finish_reason: "stop", index: 0, logprobs: { content } };
  const message = { role: "assistant", content: "y".repeat(tokens) };
  return { trajectories: [{ messages_and_choices: [{ ...choice, message }], reward: 1 }] };
}

async function statuses(tokens: number): Promise<readonly number[]> {
  const trajectory_groups = [group(tokens)];
  const log = { split: "val", trajectory_groups };
  const job = { model_id: id, trajectory_groups };
  const answers = [
    await server.ask("POST", `/preview/models/${id}/log`, { body: log }),
    await server.ask("POST", "/preview/training-jobs", { body: job }),
  ];
  return answers.map(({ status }) => status);
}

test("bodies with trajectories may be larger than others, and have as many members as such bodies have", async () => {
  expect(await statuses(1000)).toEqual([200, 200]);
});

test("beyond their own limit they are refused", async () => {
  expect(await statuses(2000)).toEqual([413, 413]);
});

test("the limit of other operations stays", async () => {
  const body = { project: "demo", name: randomUUID(), base_model: "x".repeat(30_000) };
  const { status } = await server.ask("POST", "/preview/models", { body });
  expect(status).toBe(413);
});
