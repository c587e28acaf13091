import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TrainingServer } from "../testing/training-server.ts";
import { type Generation, PythonClient } from "./testing/python-client.ts";

// The whole loop of the Python client as ordered requests (training-api §13), and what must go wrong in it.

let server: TrainingServer;

beforeAll(async () => {
  server = await TrainingServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

const failed = { type: "<class 'TimeoutError'>", message: "", traceback: "…" };

/** Two groups of two answers, as the client gathers them; one rollout more has failed. */
async function groupsOf(
  client: PythonClient,
  name: string,
  rewards: readonly number[] = [1, 0],
): Promise<readonly object[]> {
  const extras = { metadata: {}, metrics: {}, logs: [] };
  return await Promise.all(
    [[], [failed]].map(async (exceptions) => ({
      trajectories: await Promise.all(rewards.map((reward) => client.rollout(name, reward))),
      exceptions,
      ...extras,
    })),
  );
}

const statusOf = async (model: string): Promise<number> => {
  const body = { model, messages: [{ role: "user", content: "hello" }], max_completion_tokens: 2 };
  return (await server.ask("POST", "/chat/completions", { body, prefix: "/v1" })).status;
};

const generations: readonly Generation[] = ["older", "newer"];

describe.each(generations)("the %s client", (generation) => {
  test("goes from registration over two steps to deletion", async () => {
    const client = new PythonClient(server, generation);
    const model = await client.register(`agent-${generation}`);
    expect(model).toMatchObject({ entity: "acme", project: "demo", name: `agent-${generation}` });
    expect(await client.register(model.name)).toEqual(model);
    expect(await client.currentStep(model.id)).toBe(0);
    const name = `wandb-artifact:///${model.entity}/${model.project}/${model.name}`;

    for (const [round, rewards] of [
      [0, 0.5],
      [0.5, 1],
    ].entries()) {
      const groups = await groupsOf(client, name, rewards);
      if (generation === "older") await client.log(model.id, groups);
      expect((await client.train(model.id, groups)).steps).toBeGreaterThan(0);
      // Asked for as soon as the end of the job is known, and never again.
      expect(await client.currentStep(model.id)).toBe(round + 1);
      expect(await statusOf(`${name}:step${round + 1}`)).toBe(200);
      // The older one also keeps the step that it has judged best: step 0, then step 1.
      const pruned = generation === "older" ? [[], [0]] : [[0], [1]];
      expect(await client.prune(model.id)).toEqual(pruned[round]);
      // Deletion is repeated after a lost answer.
      expect(await client.deleteSteps(model.id, [])).toEqual({
        deleted_count: 0,
        not_found_steps: [],
      });
    }
    expect(await statusOf(name)).toBe(200);
    expect(await statusOf(`${name}:step0`)).toBe(200);
    expect(await statusOf(`${name}:step99`)).toBe(404);

    const left = generation === "older" ? 2 : 1;
    expect(await client.delete(model.id)).toEqual({
      model_id: model.id,
      deleted_checkpoints: left,
      deleted_run: true,
    });
    await expect(client.delete(model.id)).rejects.toThrow("Error code: 404");
    await expect(client.currentStep(model.id)).rejects.toThrow("Error code: 404");
    expect(await statusOf(name)).toBe(404);
  });
});

const client = (): PythonClient => new PythonClient(server, "newer");

test.each([
  ["none", []],
  ["one without trajectories", [{ trajectories: [] }]],
  ["one of equal rewards", undefined],
])("a job of groups that teach nothing makes the next step: %s", async (_says, given) => {
  const model = await client().register(randomUUID());
  const groups = given ?? (await groupsOf(client(), `acme/demo/${model.name}`, [0.5, 0.5]));
  expect(await client().train(model.id, groups)).toEqual({ steps: 0 });
  expect(await client().currentStep(model.id)).toBe(1);
});

test("the client raises what a failed job says", async () => {
  const model = await client().register(randomUUID());
  const [group] = await groupsOf(client(), `acme/demo/${model.name}`);
  const text = JSON.stringify(group).replaceAll(/"token_ids":\[\d+/g, '"token_ids":[99999999');
  await expect(client().train(model.id, [JSON.parse(text) as object])).rejects.toThrow(
    /Training job failed: .*99999999/,
  );
  expect(await client().currentStep(model.id)).toBe(0);
});
