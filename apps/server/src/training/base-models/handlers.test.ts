import { afterAll, beforeAll, expect, test } from "vitest";
import { baseModel, TrainingServer } from "../testing/training-server.ts";

let server: TrainingServer;

beforeAll(async () => {
  server = await TrainingServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

async function get(path: string): Promise<unknown> {
  // Without a key.
  const answer = await fetch(server.url + path);
  expect(answer.status).toBe(200);
  return answer.json();
}

test.each(["/training/v1", "/v1"])(
  "%s lists every name that a model may be made over",
  async (at) => {
    const names = ["heddle/loom", baseModel];
    expect(await get(`${at}/preview/base-models`)).toEqual(names);
    for (const [i, base_model] of names.entries()) {
      const body = { project: "demo", name: `over-${i}`, base_model, return_existing: true };
      expect((await server.ask("POST", "/preview/models", { body })).status).toBe(200);
    }
    // What is trained is no base model.
    expect(await get(`${at}/preview/base-models`)).toEqual(names);
  },
);

test("details say what a name stands for, and the rate that suits it", async () => {
  const loom = { context_tokens: 4096, max_rank: 192, learning_rate: 0.003 };
  expect(await get("/training/v1/preview/base-models/details")).toEqual({
    object: "list",
    data: [
      { id: "heddle/loom", stands_for: "heddle/loom", ...loom },
      { id: baseModel, stands_for: "heddle/loom", ...loom },
    ],
  });
});
