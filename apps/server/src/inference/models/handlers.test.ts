import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadConfig, type RunningServer, startServer } from "../../index.ts";
import { writeTinyAdapter, writeTinyModel } from "../testing/tiny-models.ts";

let root: string;
let server: RunningServer;
let key: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "heddle-served-"));
  writeTinyModel(join(root, "tiny"));
  writeTinyAdapter(join(root, "mine"), "tiny");
  const models = "org/tiny=./tiny,tiny=org/tiny,./mine,OpenPipe/Qwen3-14B-Instruct=heddle/loom";
  const flags = { "data-dir": join(root, "data"), port: "0", log: "silent", models };
  server = await startServer(loadConfig({ flags, env: {}, cwd: root }));
  key = (await readFile(join(root, "data/api-key"), "utf8")).trim();
});

afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true });
});

function get(path: string): Promise<Response> {
  return fetch(server.url + path, { headers: { Authorization: `Bearer ${key}` } });
}

describe.each(["/v1", "/inference/v1"])("at %s", (prefix) => {
  test("the SDK lists the models, and retrieves and asks each by its id", async () => {
    const client = new OpenAI({ baseURL: server.url + prefix, apiKey: key });
    const listed = [];
    for await (const model of client.models.list()) listed.push(model);
    expect(listed).toMatchObject([
      { id: "heddle/loom", root: "heddle/loom", parent: null, max_model_len: 4096 },
      { id: "org/tiny", root: "org/tiny", parent: null, max_model_len: 512 },
      { id: "tiny", root: "org/tiny" },
      { id: "OpenPipe/Qwen3-14B-Instruct", root: "heddle/loom", max_model_len: 4096 },
      { id: "mine", root: "mine", parent: "org/tiny", max_model_len: null },
    ]);
    for (const model of listed) {
      expect(await client.models.retrieve(model.id)).toEqual(model);
      const request = { model: model.id, max_tokens: 2 };
      const messages = [{ role: "user" as const, content: "Hello" }];
      const answer = await client.chat.completions.create({ ...request, messages });
      expect(answer).toMatchObject({ object: "chat.completion", model: model.id });
    }
  });

  test("an id may have its slashes as they are", async () => {
    const raw = await get(`${prefix}/models/OpenPipe/Qwen3-14B-Instruct`);
    const escaped = await get(`${prefix}/models/OpenPipe%2FQwen3-14B-Instruct`);
    expect(raw.status).toBe(200);
    expect(await raw.json()).toEqual(await escaped.json());
  });

  test.each(["none", "heddle/none", "wandb-artifact:///local/p/m", "heddle%2Floom%2F"])(
    "%s is unknown, and the answer says what there is",
    async (id) => {
      const response = await get(`${prefix}/models/${id}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        error: {
          type: "not_found_error",
          param: "model",
          code: "model_not_found",
          message: expect.stringContaining("There are: heddle/loom, org/tiny, ") as string,
        },
      });
    },
  );
});

test("metrics say what stands for what, and how far models are loaded", async () => {
  const metrics = await (await get("/metrics")).text();
  expect(metrics).toContain(
    'heddle_model_info{model="OpenPipe/Qwen3-14B-Instruct",kind="mapped",stands_for="heddle/loom",parent=""} 1',
  );
  expect(metrics).toContain(
    'heddle_model_info{model="mine",kind="adapter",stands_for="",parent="org/tiny"} 1',
  );
  expect(metrics).toContain('heddle_model_loaded_share{model="mine"} 1');
  expect(metrics).toMatch(/^heddle_engine_decode_steps [1-9]/m);
  expect(metrics).toMatch(/^heddle_engine_loaded_adapters 1$/m);
});
