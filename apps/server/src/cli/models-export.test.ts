import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { JobsOfServer, lineOf } from "../training/testing/jobs-of-server.ts";
import { TrainingServer } from "../training/testing/training-server.ts";
import { runModels } from "./models.ts";
import { recordedIo } from "./testing/recorded-io.ts";

const question = "What is the dog called?";
const lines = Array.from({ length: 40 }, () => lineOf({ question, answer: "Pickle." }));

let server: TrainingServer;
let jobs: JobsOfServer;

beforeAll(async () => {
  server = await TrainingServer.start();
  jobs = new JobsOfServer(server);
  const { id } = await jobs.model("pet");
  const job = await jobs.onLines(id, lines, { batch_size: 4, learning_rate: 0.005 });
  await jobs.ended(job);
  await jobs.model("untrained");
});
afterAll(() => server[Symbol.asyncDispose]());

interface Run {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function run(...args: readonly string[]): Promise<Run> {
  const io = recordedIo(server.root, { HEDDLE_DATA_DIR: join(server.root, "data") });
  const status = await runModels(args, io);
  return { status, out: io.outLines.join("\n"), err: io.errLines.join("\n") };
}

async function answer(model: string): Promise<string | undefined> {
  const messages = [{ role: "user", content: question }];
  const body = { model, messages, temperature: 0, max_completion_tokens: 20 };
  const { body: found } = await server.ask<{ choices: { message: { content: string } }[] }>(
    "POST",
    "/chat/completions",
    { body, prefix: "/inference/v1" },
  );
  return found.choices[0]?.message.content;
}

test("a step goes out beside a running server, and its folders answer as it does", async () => {
  const adapter = await run("export", "acme/demo/pet", "--out", "out/adapter");
  expect(adapter).toMatchObject({ status: 0, err: "" });
  const folder = join(server.root, "out/adapter");
  expect(adapter.out).toContain(`acme/demo/pet, step 1: an adapter of heddle/loom, in ${folder}`);
  expect(readdirSync(folder).sort()).toEqual(["adapter_config.json", "adapter_model.safetensors"]);

  // An empty folder that is there already is as good as a new one.
  mkdirSync(join(server.root, "merged"));
  const name = "wandb-artifact:///acme/demo/pet:step1";
  const merged = await run("export", name, "--out", "merged", "--merged");
  expect(merged).toMatchObject({ status: 0, err: "" });
  expect(merged.out).toContain("heddle/loom with the adapter merged into it");
  expect(readdirSync(join(server.root, "merged")).sort()).toEqual([
    "chat_template.jinja",
    "config.json",
    "generation_config.json",
    "model.safetensors",
    "tokenizer.json",
    "tokenizer_config.json",
  ]);
  expect(readdirSync(server.root).filter((entry) => entry.endsWith(".partial"))).toEqual([]);

  expect(await run("add", "out/adapter")).toMatchObject({ status: 0 });
  expect(await run("add", "merged")).toMatchObject({ status: 0 });
  await server.restart();
  const trained = await answer("wandb-artifact:///acme/demo/pet:step1");
  expect(trained).toContain("Pickle");
  expect([await answer("adapter"), await answer("merged")]).toEqual([trained, trained]);
});

describe("refuses, in one line, and leaves nothing:", () => {
  test.each<[string, readonly string[], string]>([
    ["no model", ["--out", "new"], "Name a trained model"],
    ["no folder", ["acme/demo/pet"], "Name a new folder with --out."],
    ["a text that is no name", ["pet", "--out", "new"], '"pet" is no name of a trained model'],
    [
      "an unknown model",
      ["acme/demo/cat", "--out", "new"],
      "no trained model acme/demo/cat. The newest of acme: acme/demo/untrained, acme/demo/pet.",
    ],
    ["another entity's", ["other/demo/pet", "--out", "new"], "other has none here"],
    ["an unknown step", ["acme/demo/pet:step7", "--out", "new"], "no step 7. It has: step1."],
    [
      "step 0",
      ["acme/demo/pet:step0", "--out", "new"],
      "it is its base model heddle/loom as it is",
    ],
    ["an untrained model", ["acme/demo/untrained", "--out", "new"], "It has no trained step yet"],
    ["a folder with files", ["acme/demo/pet", "--out", "full"], "full is not empty"],
    ["a file for a folder", ["acme/demo/pet", "--out", "full/file"], "cannot be written"],
    ["a place below a file", ["acme/demo/pet", "--out", "full/file/new"], "cannot be written"],
  ])("%s", async (_, args, says) => {
    mkdirSync(join(server.root, "full"), { recursive: true });
    writeFileSync(join(server.root, "full/file"), "");
    const { status, out, err } = await run("export", ...args);
    expect({ status, out }).toEqual({ status: 1, out: "" });
    expect(err).toContain(says);
    expect(err.split("\n")).toHaveLength(1);
    expect(readdirSync(server.root)).not.toContain("new");
    expect(readdirSync(join(server.root, "full"))).toEqual(["file"]);
  });
});
