import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ModelEntry } from "../../config/model-entry.ts";
import { writeTinyAdapter, writeTinyModel } from "../testing/tiny-models.ts";
import { type ModelPlan, planModels } from "./model-plan.ts";
import type { RegisteredModel } from "./registered-models.ts";

const memoryBytes = 2 ** 28;
let root: string;
let tiny: string;
let adapter: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "heddle-plan-"));
  tiny = writeTinyModel(join(root, "tiny"));
  adapter = writeTinyAdapter(join(root, "adapter"), "org/tiny");
  writeTinyModel(join(root, "experts"), { config: { num_experts: 8 } });
});

afterAll(() => rmSync(root, { recursive: true }));

function plan(
  entries: readonly ModelEntry[],
  registered: readonly Omit<RegisteredModel, "addedS">[] = [],
  memory: number = memoryBytes,
): ModelPlan {
  return planModels({
    entries,
    registered: registered.map((model) => ({ ...model, addedS: 0 })),
    memoryBytes: memory,
  });
}

describe("names", () => {
  test("may stand for bases, and for adapters whose base has a mapped name", () => {
    const found = plan([
      { name: "chat", standsFor: "mine" },
      { name: "mine", folder: adapter },
      { name: "org/tiny", standsFor: "small" },
      { name: "small", folder: tiny },
    ]);
    expect([...found.bases.keys()]).toEqual(["small"]);
    expect(found.adapters).toEqual([{ name: "mine", path: adapter, base: "small" }]);
    expect([...found.mapped]).toEqual([
      ["org/tiny", "small"],
      ["chat", "mine"],
    ]);
  });

  test("an adapter finds its base by the folder that it names", () => {
    const named = writeTinyAdapter(join(root, "by-folder"), tiny);
    const found = plan([
      { name: "a", folder: named },
      { name: "b", folder: tiny },
    ]);
    expect(found.adapters[0]?.base).toBe("b");
  });

  test.each<[string, readonly (readonly [string, string])[], string]>([
    ["of the built-in model", [["heddle/loom", "tiny"]], "the name of the built-in model already"],
    [
      "given twice",
      [
        ["a", "tiny"],
        ["a", "tiny"],
      ],
      "the name of another model already",
    ],
    ["that stands for nothing", [["a", "=none"]], "no such model. There are: heddle/loom."],
    ["that stands for itself", [["a", "=a"]], "there is no such model"],
    ["of an adapter without a base", [["a", "adapter"]], 'made for "org/tiny", and no model'],
    ["of no folder", [["a", "nowhere"]], "does not exist"],
    ["of a folder of something else", [["a", "."]], "neither config.json"],
    ["of a model with experts", [["a", "experts"]], "num_experts (experts)"],
  ])("a name %s stops the start", (_, entries, says) => {
    const parsed = entries.map(([name, value]): ModelEntry =>
      value.startsWith("=")
        ? { name, standsFor: value.slice(1) }
        : { name, folder: join(root, value) },
    );
    expect(() => plan(parsed)).toThrow(says);
  });
});

test("a model beyond the engine's memory is refused with the number", () => {
  expect(() => plan([{ name: "a", folder: tiny }], [], 2 ** 26)).toThrow(
    "65MiB, and the engine has 64MiB. Set HEDDLE_ENGINE_MEMORY to 65MiB or more.",
  );
});

test("models that fit alone and not together are refused with the number", () => {
  const large = writeTinyModel(join(root, "long"), {
    config: { max_position_embeddings: 2 ** 20 },
  });
  const entries = [
    { name: "a", folder: large },
    { name: "b", folder: large },
  ];
  expect(() => plan(entries, [], 2 ** 27 + 2 ** 23)).toThrow(
    "need 129MiB beside the 65MiB of other models, and the engine has 136MiB. " +
      "Set HEDDLE_ENGINE_MEMORY to 193MiB or more.",
  );
  expect([...plan(entries).bases.keys()]).toEqual(["a", "b"]);
});

test("a registered model that cannot be served does not keep the others from it", () => {
  const found = plan(
    [],
    [
      { name: "gone", folder: join(root, "gone") },
      { name: "small", folder: tiny },
      { name: "mine", folder: adapter, base: "small" },
      { name: "lost", folder: adapter },
    ],
  );
  expect([...found.bases.keys()]).toEqual(["small"]);
  expect(found.adapters).toEqual([{ name: "mine", path: adapter, base: "small" }]);
  expect(found.unusable.map(({ name }) => name)).toEqual(["gone", "lost"]);
});
