import { expect, test } from "vitest";
import { loadConfig } from "./config.ts";

function modelsOf(text: string): unknown {
  return loadConfig({ flags: { models: text }, env: {}, cwd: "/srv" }).models;
}

test.each([
  ["OpenPipe/Q=heddle/loom", { name: "OpenPipe/Q", standsFor: "heddle/loom" }],
  ["mine=./models/a", { name: "mine", folder: "/srv/models/a" }],
  ["qwen3:0.6b=/data/Qwen3", { name: "qwen3:0.6b", folder: "/data/Qwen3" }],
  ["../SmolLM2-135M/", { name: "SmolLM2-135M", folder: "/SmolLM2-135M" }],
  ["/data/a=b", { error: '"a=b" is no name of a model' }],
  ["heddle/loom", { error: "not a list separated by commas, each entry NAME=MODEL" }],
  ["a=", { error: "each entry NAME=MODEL" }],
  ["=b", { error: "each entry NAME=MODEL" }],
  ["a b=heddle/loom", { error: '"a b" is no name of a model' }],
  ["a/../b=heddle/loom", { error: "no part . or .." }],
  ["a=models of mine", { error: "a folder starts with / or ./" }],
  ["wandb-artifact:///acme/p/m=heddle/loom", { error: "belongs to trained models" }],
])("HEDDLE_MODELS=%s", (text, want) => {
  if ("error" in want) expect(() => modelsOf(text)).toThrow(want.error);
  else expect(modelsOf(text)).toEqual([want]);
});

test("entries are separated by commas", () => {
  expect(modelsOf("a=heddle/loom, b=./c")).toEqual([
    { name: "a", standsFor: "heddle/loom" },
    { name: "b", folder: "/srv/c" },
  ]);
});
