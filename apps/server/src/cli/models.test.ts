import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lockDataFolder } from "../data-folder/lock.ts";
import { writeTinyAdapter, writeTinyModel } from "../inference/testing/tiny-models.ts";
import { runModels } from "./models.ts";
import { recordedIo } from "./testing/recorded-io.ts";

let root: string;
let dataDir: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "heddle-models-"));
  dataDir = join(root, "data");
  // A first start leaves this.
  lockDataFolder(dataDir).release();
  writeTinyModel(join(root, "tiny"), { generationConfig: { temperature: 0.7, top_p: 0.8 } });
  writeTinyAdapter(join(root, "mine"), "tiny");
});
afterEach(() => rmSync(root, { recursive: true }));

interface Run {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const io = recordedIo(root, { HEDDLE_DATA_DIR: dataDir, ...env });
  const status = await runModels(args, io);
  return { status, out: io.outLines.join("\n"), err: io.errLines.join("\n") };
}

async function listed(env: Record<string, string> = {}): Promise<readonly string[]> {
  const { out } = await run(["list"], env);
  return out
    .split("\n")
    .slice(1)
    .map((line) => line.replaceAll(/ {2,}/g, " | "));
}

test("a model and an adapter are checked, registered, listed and removed", async () => {
  const model = await run(["add", "./tiny"]);
  expect(model).toMatchObject({ status: 0, err: "" });
  expect(model.out).toContain("tiny: Llama, 26912 parameters");
  expect(model.out).toContain("chat, and its template shows tools");
  expect(model.out).toContain("65MiB or more, of the 2GiB that the engine has");
  expect(model.out).toContain("temperature 0.7, top_p 0.8 unless");
  expect(model.out).toContain("from the next start");
  const adapter = await run(["add", "mine", "--name", "acme/mine"]);
  expect(adapter).toMatchObject({ status: 0, err: "" });
  expect(adapter.out).toContain("acme/mine: an adapter of tiny; its tensors fit");
  expect(await listed({ HEDDLE_MODELS: "gpt=tiny" })).toEqual([
    "heddle/loom | built-in | - | -",
    `tiny | model | 65MiB | ${join(root, "tiny")}`,
    "gpt | name | - | stands for tiny",
    `acme/mine | adapter | - | changes tiny: ${join(root, "mine")}`,
  ]);
  expect(statSync(join(dataDir, "models.json")).mode & 0o777).toBe(0o600);
  expect((await run(["remove", "tiny"])).status).toBe(0);
  expect(await listed()).toEqual([
    "heddle/loom | built-in | - | -",
    expect.stringContaining(
      'acme/mine | not served | - | the adapter acme/mine was made for "tiny"',
    ),
  ]);
  expect((await run(["remove", "acme/mine"])).status).toBe(0);
  expect(await listed()).toHaveLength(1);
});

test("says that a running server has the change at its next start", async () => {
  const lock = lockDataFolder(dataDir);
  try {
    const { out } = await run(["add", "tiny"]);
    expect(out).toContain(
      `The running server (process ${process.pid}) has the new list at its next`,
    );
  } finally {
    lock.release();
  }
});

describe("refuses, in one line, and registers nothing:", () => {
  test.each<[string, readonly string[], Record<string, string>, string]>([
    ["no folder", ["add"], {}, "Name the folder"],
    ["a folder that is not there", ["add", "none"], {}, "none does not exist"],
    ["a folder of something else", ["add", "."], {}, "neither config.json"],
    [
      "the built-in name",
      ["add", "tiny", "--name", "heddle/loom"],
      {},
      "the built-in model already",
    ],
    ["a name that is none", ["add", "tiny", "--name", "a b"], {}, '"a b" is no name of a model'],
    ["a base that is none", ["add", "mine", "--base", "gpt"], {}, 'made for "gpt", and no model'],
    [
      "a model beyond the engine's memory",
      ["add", "tiny"],
      { HEDDLE_ENGINE_MEMORY: "64MiB" },
      "need 65MiB, and the engine has 64MiB. Set HEDDLE_ENGINE_MEMORY to 65MiB or more.",
    ],
    [
      "an adapter that does not fit",
      ["add", "wide"],
      { HEDDLE_MODELS: "./tiny" },
      "cannot be served",
    ],
    ["a template that is broken", ["add", "broken"], {}, "broken cannot be served"],
    ["a model of another architecture", ["add", "gemma"], {}, "GemmaForCausalLM"],
    ["an unknown model to remove", ["remove", "x"], {}, 'No model "x" is registered'],
    [
      "a setting to remove",
      ["remove", "gpt"],
      { HEDDLE_MODELS: "gpt=heddle/loom" },
      "HEDDLE_MODELS",
    ],
    [
      "an unknown command",
      ["addd"],
      {},
      "models add? The commands are add, list, remove and export",
    ],
  ])("%s", async (_, args, env, says) => {
    writeTinyAdapter(join(root, "wide"), "tiny", { width: 64 });
    writeTinyModel(join(root, "broken"), { chatTemplate: "{% for %}" });
    writeTinyModel(join(root, "gemma"), { config: { architectures: ["GemmaForCausalLM"] } });
    const { status, out, err } = await run(args, env);
    expect({ status, out }).toEqual({ status: 1, out: "" });
    expect(err).toContain(says);
    expect(err.split("\n")).toHaveLength(1);
    expect(await listed()).toHaveLength(1);
  });

  test("a name that is registered", async () => {
    await run(["add", "tiny"]);
    expect((await run(["add", "tiny"])).err).toContain("the name of another model already");
  });

  test("a change while another command changes the list", async () => {
    writeFileSync(join(dataDir, "models.json.new"), "");
    expect((await run(["add", "tiny"])).err).toContain("Another command is changing the models");
  });

  test("a damaged list", async () => {
    writeFileSync(join(dataDir, "models.json"), "{}");
    expect((await run(["list"])).err).toContain("models.json is damaged");
    expect(readFileSync(join(dataDir, "models.json"), "utf8")).toBe("{}");
  });

  test("a folder that is no data folder", async () => {
    const { err } = await run(["add", "tiny"], { HEDDLE_DATA_DIR: join(root, "mine") });
    expect(err).toContain("is not a data folder");
  });
});
