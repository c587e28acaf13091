import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";

import type { Adapter } from "../adapters/adapter.ts";
import { Compute } from "../compute/compute.ts";
import { EngineError } from "../errors.ts";
import { Model } from "../model/model.ts";
import { shapeOfConfig } from "./config.ts";
import { ConfigFields } from "./config-fields.ts";
import { peftConfigName, peftWeightsName } from "./peft-file-names.ts";
import { readPeft } from "./peft.ts";
import type { FloatTensor } from "./safetensors.ts";
import { changedPeftFiles, filledAdapter } from "./testing/peft-files.ts";
import { tinyConfig } from "./testing/written-folder.ts";

const shape = shapeOfConfig(new ConfigFields(tinyConfig, "tiny"));
const prefix = "base_model.model.model.layers.1.mlp.up_proj.lora_";
let model: Model;
let adapter: Adapter;

beforeEach(() => {
  model = new Model(shape, new Compute());
  adapter = filledAdapter(model, "all", 2);
});

describe("a PEFT folder is refused by name:", () => {
  test.each<[string, Record<string, unknown>, EngineError["kind"], RegExp]>([
    ["another method", { peft_type: "IA3" }, "unsupported", /peft_type "IA3"/u],
    ["another task", { task_type: "SEQ_CLS" }, "unsupported", /task_type "SEQ_CLS"/u],
    ["bias", { bias: "lora_only" }, "unsupported", /bias "lora_only"/u],
    ["DoRA", { use_dora: true }, "unsupported", /use_dora true/u],
    [
      "whole modules",
      { modules_to_save: ["lm_head"] },
      "unsupported",
      /modules_to_save \["lm_head"\]/u,
    ],
    ["ranks by module", { rank_pattern: { q_proj: 4 } }, "unsupported", /rank_pattern/u],
    ["alphas by module", { alpha_pattern: { q_proj: 4 } }, "unsupported", /alpha_pattern/u],
    ["transposed weights", { fan_in_fan_out: true }, "unsupported", /fan_in_fan_out true/u],
    ["some layers only", { layers_to_transform: [0] }, "unsupported", /layers_to_transform \[0\]/u],
    [
      "a start that changes the base",
      { init_lora_weights: "pissa_niter_4" },
      "unsupported",
      /pissa_niter_4/u,
    ],
    ["what is not known yet", { use_wonder: true }, "unsupported", /use_wonder true/u],
    [
      "a module that is no linear map",
      { target_modules: ["embed_tokens"] },
      "unsupported",
      /"embed_tokens" in target_modules/u,
    ],
    ["no rank", { r: null }, "invalid", /has no r\./u],
    ["a rank beyond the width", { r: 9 }, "invalid", /rank/u],
    ["an alpha below 0", { lora_alpha: -1 }, "invalid", /lora_alpha is -1/u],
    [
      "a module whose tensors are not listed",
      { target_modules: ["q_proj"] },
      "invalid",
      /k_proj.*target_modules of adapter_config\.json does not name/u,
    ],
    [
      "another rank than its tensors",
      { r: 3 },
      "invalid",
      /lora_A: its shape is \[2, 8\]; .* require \[3, 8\].*another base/u,
    ],
  ])("%s", (_, config, kind, message) => {
    expect(() => readPeft(changedPeftFiles(adapter, config), model)).toThrow(
      expect.objectContaining({
        name: "EngineError",
        kind,
        message: expect.stringMatching(message),
      }),
    );
  });

  const matrix: FloatTensor = { dtype: "F32", shape: [2, 8], values: new Float32Array(16) };
  test.each<[string, (tensors: Map<string, FloatTensor>) => void, EngineError["kind"], RegExp]>([
    [
      "a matrix without its other",
      (tensors) => void tensors.delete(`${prefix}B.weight`),
      "invalid",
      /lacks layers\.1\.mlp\.up_proj\.lora_B/u,
    ],
    [
      "a shape turned round",
      (tensors) => void tensors.set(`${prefix}A.weight`, { ...matrix, shape: [8, 2] }),
      "invalid",
      /up_proj\.lora_A: its shape is \[8, 2\]; .* require \[2, 8\]/u,
    ],
    [
      "a shape of one axis",
      (tensors) => void tensors.set(`${prefix}A.weight`, { ...matrix, shape: [16] }),
      "invalid",
      /its shape is \[16\]/u,
    ],
    [
      "a layer that the model has not",
      (tensors) =>
        void tensors.set("base_model.model.model.layers.2.mlp.up_proj.lora_A.weight", matrix),
      "invalid",
      /layers\.2.*the model has 2 layers.*another base/u,
    ],
    [
      "a map that no layer has",
      (tensors) =>
        void tensors.set("base_model.model.model.layers.1.mlp.side_proj.lora_A.weight", matrix),
      "unsupported",
      /side_proj.*takes no adapter there/u,
    ],
    [
      "an adapter of the head",
      (tensors) => void tensors.set("base_model.model.lm_head.lora_A.weight", matrix),
      "unsupported",
      /lm_head\.lora_A/u,
    ],
    [
      "an adapter of the embedding",
      (tensors) => void tensors.set("base_model.model.model.embed_tokens.lora_embedding_A", matrix),
      "unsupported",
      /lora_embedding_A/u,
    ],
    [
      "DoRA's magnitudes",
      (tensors) =>
        void tensors.set(
          "base_model.model.model.layers.1.mlp.up_proj.lora_magnitude_vector",
          matrix,
        ),
      "unsupported",
      /lora_magnitude_vector/u,
    ],
    [
      "a matrix twice",
      (tensors) => void tensors.set(`${prefix}A.default.weight`, matrix),
      "invalid",
      /up_proj\.lora_A twice/u,
    ],
    [
      "a value that is NaN",
      (tensors) => tensors.get(`${prefix}A.weight`)!.values.set([Number.NaN], 1),
      "invalid",
      /up_proj\.lora_A: value 1 is NaN/u,
    ],
    ["nothing at all", (tensors) => tensors.clear(), "invalid", /holds no adapter/u],
  ])("%s", (_, change, kind, message) => {
    const before = model.compute.memory.bytes;
    const changed = changedPeftFiles(adapter, {}, change);
    expect(() => readPeft(changed, model)).toThrow(
      expect.objectContaining({
        name: "EngineError",
        kind,
        message: expect.stringMatching(message),
      }),
    );
    expect(model.compute.memory.bytes).toBe(before);
  });

  test.each([peftConfigName, peftWeightsName])("no %s", (name) => {
    const rest = changedPeftFiles(adapter, {}).filter((file) => file.name !== name);
    expect(() => readPeft(rest, model)).toThrow(`The adapter has no ${name}.`);
  });

  test("whatever is done to its bytes, or read, and never fails otherwise", () => {
    const whole = changedPeftFiles(adapter, {});
    const change = fc.tuple(fc.nat(1), fc.nat(), fc.nat(255));
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (changes, isCut) => {
          const changed = whole.map(({ name, bytes }) => ({ name, bytes: bytes.slice() }));
          for (const [file, place, byte] of changes) {
            const { bytes } = changed[file]!;
            bytes[place % Math.min(bytes.length, 4_000)] = byte;
          }
          const given = isCut
            ? changed.map(({ name, bytes }) => ({
                name,
                bytes: bytes.subarray(0, changes[0]![1] % bytes.length),
              }))
            : changed;
          try {
            readPeft(given, model).free();
          } catch (error) {
            expect(error).toBeInstanceOf(EngineError);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
