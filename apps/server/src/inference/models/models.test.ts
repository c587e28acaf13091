import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Closers } from "../../composition/closers.ts";
import { composeModels, type ComposedModels } from "../../composition/compose-models.ts";
import { openEngine, type PlannedEngine } from "../../composition/open-engine.ts";
import { loadConfig } from "../../config/config.ts";
import { createLog } from "../../http/log.ts";
import { writeTinyAdapter, writeTinyModel } from "../testing/tiny-models.ts";

const prompt = Int32Array.of(72, 101, 108, 108, 111);
let root: string;
let lines: string[];

interface Opened extends PlannedEngine, ComposedModels, AsyncDisposable {}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "heddle-models-"));
  const generationConfig = { do_sample: true, temperature: 0.6, top_k: 20 };
  writeTinyModel(join(root, "tiny"), { generationConfig });
  writeTinyAdapter(join(root, "adapter"), "tiny");
  cpSync(join(root, "adapter"), join(root, "copy"), { recursive: true });
  writeTinyAdapter(join(root, "wide"), "tiny", { width: 64 });
});

afterAll(() => rmSync(root, { recursive: true }));

beforeEach(() => {
  lines = [];
});

/** The models of a server over one data folder, with the folders of this test. */
async function open(flags: Readonly<Record<string, string>> = {}): Promise<Opened> {
  const models = ["./tiny", "mine=./adapter", "copy=./copy", "wide=./wide", "gpt=mine"].join(",");
  const all = { models, "data-dir": "data", "engine-threads": "1", ...flags };
  const config = loadConfig({ flags: all, env: {}, cwd: root });
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const closers = new Closers();
  const planned = await openEngine(config, log, closers);
  const composed = await composeModels(config, log, planned);
  return { ...planned, ...composed, [Symbol.asyncDispose]: () => closers.close() };
}

/** What a model makes of a text, to the last bit. */
async function scores({ engine, models }: Opened, name: string): Promise<readonly unknown[]> {
  const { target } = await models.resolve(name, "acme");
  return engine.score(target, prompt);
}

test("lists bases, then names that stand for models, then adapters", async () => {
  await using opened = await open();
  const listed = await opened.models.list("acme");
  expect(listed).toMatchObject([
    { name: "heddle/loom", kind: "base", contextTokens: 4096 },
    { name: "tiny", kind: "base", contextTokens: 512 },
    { name: "gpt", kind: "mapped", standsFor: "mine", parent: "tiny" },
    { name: "mine", kind: "adapter", parent: "tiny" },
    { name: "copy", kind: "adapter", parent: "tiny" },
    { name: "wide", kind: "adapter", parent: "tiny" },
  ]);
  for (const { name } of listed) {
    expect(await opened.models.describe(name, "acme")).toEqual(
      listed.find((one) => one.name === name),
    );
  }
});

test("an adapter changes its base, counts as trained, and one content is imported once", async () => {
  let before: readonly unknown[];
  {
    await using opened = await open();
    before = await scores(opened, "mine");
    expect(await scores(opened, "tiny")).not.toEqual(before);
    const mine = await opened.models.resolve("mine", "acme");
    expect(mine).toMatchObject({ isTrained: true, marksCalls: false, generationDefaults: {} });
    expect((await opened.models.resolve("copy", "acme")).target).toEqual(mine.target);
    expect(await opened.models.resolve("gpt", "acme")).toEqual({ ...mine, name: "gpt" });
    expect(await opened.models.resolve("tiny", "acme")).toMatchObject({
      isTrained: false,
      marksCalls: false,
      generationDefaults: { temperature: 0.6, topK: 20 },
    });
  }
  await using again = await open();
  expect(await scores(again, "mine")).toEqual(before);
  writeTinyAdapter(join(root, "copy"), "tiny", { seed: 9 });
  expect(await scores(again, "copy")).not.toEqual(before);
});

test("many first requests share one import", async () => {
  await using opened = await open({ "data-dir": "fresh" });
  const resolved = await Promise.all(
    Array.from({ length: 50 }, () => opened.models.resolve("mine", "acme")),
  );
  expect(new Set(resolved.map(({ target }) => target)).size).toBe(1);
  expect(lines.filter((line) => line.includes('"loading"'))).toHaveLength(1);
});

test("an adapter that does not fit is refused without a path, and the log says why", async () => {
  await using opened = await open();
  const refused = opened.models.resolve("wide", "acme");
  await expect(refused).rejects.toThrow('The model "wide" cannot be served');
  await expect(refused).rejects.not.toThrow(root);
  expect(lines.join("")).toContain(join(root, "wide"));
});

test("an unknown name is told with the names that exist and the setting", async () => {
  await using opened = await open();
  await expect(opened.models.resolve("gpt-4o", "acme")).rejects.toThrow(
    'There is no model "gpt-4o". There are: heddle/loom, tiny, gpt, mine, copy, wide. ' +
      "HEDDLE_MODELS adds",
  );
});

test("settings mark calls and load at the start, by any name of the model", async () => {
  await using opened = await open({ "models-marking-calls": "tiny", "models-at-start": "gpt" });
  await expect
    .poll(async () => (await opened.metrics.models()).map(({ loadedShare }) => loadedShare))
    .toEqual([0, 1, 1, 1, 1, 1]);
  expect(lines.join("")).toContain('"msg":"loaded"');
  expect((await opened.models.resolve("tiny", "acme")).marksCalls).toBe(true);
  expect((await opened.models.resolve("heddle/loom", "acme")).marksCalls).toBe(true);
  expect((await opened.models.resolve("mine", "acme")).marksCalls).toBe(false);
});

test.each([
  ["models-marking-calls", "none", "no such model"],
  ["models-marking-calls", "mine", "which is an adapter"],
  ["models-at-start", "none", "HEDDLE_MODELS_AT_START names none"],
])("--%s=%s stops the start", async (flag, value, says) => {
  await expect(open({ "data-dir": `${flag}-${value}`, [flag]: value })).rejects.toThrow(says);
});
