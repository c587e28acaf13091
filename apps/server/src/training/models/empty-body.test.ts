import { request } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { baseModel, type TrainingAnswer, TrainingServer } from "../testing/training-server.ts";

let server: TrainingServer;
let models = 0;

beforeAll(async () => {
  server = await TrainingServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

async function create(): Promise<string> {
  models += 1;
  const body = { project: "demo", name: `agent-${models}`, base_model: baseModel };
  const answer = await server.ask("POST", "/preview/models", { body });
  expect(answer.status).toBe(200);
  return `/preview/models/${String(answer.body["id"])}`;
}

/** DELETE with a JSON header and nothing behind it; by `node:http`, which adds no length of its own. */
async function erase(path: string, headers: Record<string, string>): Promise<TrainingAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(`${server.url}/v1${path}`, {
      method: "DELETE",
      headers: {
        Authorization: `Bearer ${server.keys.acme}`,
        "Content-Type": "application/json",
        ...headers,
      },
    });
    asked.on("error", reject);
    asked.on("response", (response) => {
      json(response).then(
        (body) =>
          resolve({
            status: response.statusCode ?? 0,
            body: body as Record<string, unknown>,
          }),
        reject,
      );
    });
    asked.end();
  });
}

// The ART client sends the first form.
describe.each([
  ["no length", {}],
  ["a length of 0", { "Content-Length": "0" }],
  ["no chunks", { "Transfer-Encoding": "chunked" }],
])("DELETE with a JSON header and %s", (_form, headers) => {
  test("deletes a model", async () => {
    const path = await create();
    const { status, body } = await erase(path, headers);
    expect({ status, body }).toMatchObject({ status: 200, body: { deleted_checkpoints: 1 } });
    expect((await erase(path, headers)).status).toBe(404);
  });

  test("deletes no checkpoints, and says that the body is missing", async () => {
    const path = `${await create()}/checkpoints`;
    const { status, body } = await erase(path, headers);
    expect(status).toBe(422);
    expect(body["detail"]).toMatchObject([{ loc: ["body"], type: "missing" }]);
    const { body: left } = await server.ask<{ data: unknown[] }>("GET", path);
    expect(left.data).toHaveLength(1);
  });
});
