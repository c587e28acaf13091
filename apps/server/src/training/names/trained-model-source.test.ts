import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadConfig, type RunningServer, startServer } from "../../index.ts";
import { writeTinyAdapter, writeTinyModel } from "../../inference/testing/tiny-models.ts";

let root: string;
let server: RunningServer | undefined;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "heddle-names-"));
});
afterEach(async () => {
  await stop();
  await rm(root, { recursive: true });
});

async function stop(): Promise<void> {
  await server?.close();
  server = undefined;
}

async function start(flags: Readonly<Record<string, string>>): Promise<void> {
  const all = { "data-dir": "data", port: "0", log: "silent", "engine-threads": "1", ...flags };
  server = await startServer(loadConfig({ flags: all, env: {}, cwd: root }));
}

async function post(path: string, body: object): Promise<{ status: number; text: string }> {
  const key = await readFile(join(root, "data/api-key"), "utf8").catch(() => "");
  const response = await fetch(`${server?.url}/v1${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(key && { Authorization: `Bearer ${key.trim()}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

function chat(model: string) {
  const messages = [{ role: "user", content: "hello" }];
  return post("/chat/completions", { model, messages, max_tokens: 2 });
}

test("a model answers when its base model has lost a name, and says so when it is gone", async () => {
  writeTinyModel(join(root, "tiny"));
  await start({ models: "tiny=./tiny,gpt=tiny" });
  const model = { project: "demo", name: "mine", base_model: "gpt" };
  expect((await post("/preview/models", model)).status).toBe(200);
  const name = "wandb-artifact:///local/demo/mine";
  expect((await chat(name)).status).toBe(200);

  await stop();
  await start({ models: "tiny=./tiny" });
  expect((await chat(name)).status).toBe(200);

  await stop();
  await start({});
  const { status, text } = await chat(name);
  expect(status).toBe(400);
  expect(text).toContain("this server no longer has its base model");
});

test("an adapter is no base model", async () => {
  writeTinyModel(join(root, "tiny"));
  writeTinyAdapter(join(root, "adapter"), "tiny");
  await start({ models: "tiny=./tiny,adapter=./adapter,gpt=adapter" });
  for (const base_model of ["adapter", "gpt"]) {
    const { status, text } = await post("/preview/models", {
      project: "demo",
      name: "mine",
      base_model,
    });
    expect(status).toBe(400);
    expect(text).toContain("This server trains heddle/loom, tiny.");
  }
});

test("a server without keys serves the models of every entity", async () => {
  await start({ auth: "off" });
  const model = { entity: "acme", project: "demo", name: "mine", base_model: "heddle/loom" };
  expect((await post("/preview/models", model)).status).toBe(200);
  expect((await chat("wandb-artifact:///acme/demo/mine")).status).toBe(200);
  expect((await chat("wandb-artifact:///acme/demo/other")).status).toBe(404);
});
