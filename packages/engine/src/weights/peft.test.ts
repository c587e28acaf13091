import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";

import type { Adapter } from "../adapters/adapter.ts";
import { Compute } from "../compute/compute.ts";
import type { AdapterFile, AdapterTargets } from "../engine.ts";
import { EngineError } from "../errors.ts";
import { Model } from "../model/model.ts";
import type { ModelShape } from "../model/shape.ts";
import { shapeOfConfig } from "./config.ts";
import { ConfigFields } from "./config-fields.ts";
import { readPeft, writePeft } from "./peft.ts";
import { type FloatTensor, readSafetensors, toFloats, writeSafetensors } from "./safetensors.ts";
import { tinyConfig } from "./testing/written-folder.ts";

const shape: ModelShape = shapeOfConfig(new ConfigFields(tinyConfig, "tiny"));
const configName = "adapter_config.json";
const weightsName = "adapter_model.safetensors";
let model: Model;
let adapter: Adapter;

beforeEach(() => {
  model = new Model(shape, new Compute());
  adapter = filled("all", 2);
});

function filled(targets: AdapterTargets, rank: number): Adapter {
  const made = model.createAdapter({ rank, alpha: 6, targets, trainable: true });
  for (const name of made.tensors.names()) {
    made.tensors
      .floats(name)
      .forEach((_, index, values) => (values[index] = Math.sin(index + name.length)));
  }
  return made;
}

/** The files of `adapter`, with members of the configuration and tensors changed. */
function files(
  config: Readonly<Record<string, unknown>>,
  change: (tensors: Map<string, FloatTensor>) => void = () => undefined,
): AdapterFile[] {
  const written = new Map(writePeft(adapter, "tiny").map(({ name, bytes }) => [name, bytes]));
  const members: unknown = JSON.parse(new TextDecoder().decode(written.get(configName)));
  const tensors = new Map<string, FloatTensor>();
  for (const [name, tensor] of readSafetensors(written.get(weightsName)!, weightsName).tensors) {
    const values = new Float32Array(tensor.bytes.length / 4);
    toFloats(tensor, values);
    tensors.set(name, { dtype: "F32", shape: tensor.shape, values });
  }
  change(tensors);
  const text = JSON.stringify({ ...(members as object), ...config });
  return [
    { name: configName, bytes: new TextEncoder().encode(text) },
    { name: weightsName, bytes: writeSafetensors(tensors) },
  ];
}

function valuesOf(adapter: Adapter): Map<string, Float32Array> {
  return new Map(
    [...adapter.tensors.names()].map((name) => [name, adapter.tensors.floats(name).slice()]),
  );
}

const prefix = "base_model.model.model.layers.1.mlp.up_proj.lora_";

describe("a PEFT folder", () => {
  test.each<[AdapterTargets, number]>([
    ["all", 2],
    ["attention", 1],
    ["mlp", 5],
  ])("of targets %s and rank %d comes back as it was", (targets, rank) => {
    adapter = filled(targets, rank);
    const read = readPeft(writePeft(adapter, "tiny"), model);
    expect([read.targets, read.rank, read.alpha]).toEqual([targets, rank, 6]);
    expect(read.tensors.isTrainable).toBe(false);
    expect(valuesOf(read)).toEqual(valuesOf(adapter));
  });

  test("names tensors and settings as PEFT and vLLM read them", () => {
    const [config, weights] = writePeft(adapter, "org/tiny");
    expect(JSON.parse(new TextDecoder().decode(config!.bytes))).toMatchObject({
      peft_type: "LORA",
      task_type: "CAUSAL_LM",
      base_model_name_or_path: "org/tiny",
      r: 2,
      lora_alpha: 6,
      target_modules: ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"],
      bias: "none",
      modules_to_save: null,
    });
    const { tensors } = readSafetensors(weights!.bytes, weightsName);
    expect(tensors.size).toBe(2 * 7 * 2);
    expect(
      tensors.get("base_model.model.model.layers.1.mlp.down_proj.lora_A.weight"),
    ).toMatchObject({ dtype: "F32", shape: [2, 12] });
    expect(
      tensors.get("base_model.model.model.layers.1.mlp.down_proj.lora_B.weight"),
    ).toMatchObject({ dtype: "F32", shape: [8, 2] });
  });

  test("can be read to be trained on", () => {
    expect(readPeft(files({}), model, { trainable: true }).tensors.isTrainable).toBe(true);
  });

  test.each([
    ["a pattern", ".*"],
    ["nothing", null],
  ])("whose target_modules are %s is read by its tensors", (_, modules) => {
    expect(valuesOf(readPeft(files({ target_modules: modules }), model))).toEqual(
      valuesOf(adapter),
    );
  });

  test("of some maps leaves the others of the smallest targets at zero", () => {
    const isKept = (name: string): boolean => /(?:q|v)_proj/u.test(name);
    const read = readPeft(
      files({ target_modules: ["q_proj", "self_attn.v_proj"] }, (tensors) => {
        for (const name of tensors.keys()) if (!isKept(name)) tensors.delete(name);
      }),
      model,
    );
    expect(read.targets).toBe("attention");
    for (const [name, values] of valuesOf(read)) {
      const expected = isKept(name)
        ? adapter.tensors.floats(name)
        : new Float32Array(values.length);
      expect(values, name).toEqual(expected);
    }
  });

  test("whose target_modules are full names, as PEFT makes them of all-linear, is read by them", () => {
    const modules = [...adapter.tensors.names()].map(
      (name) => `model.${name.replace(/\.lora_[AB]$/u, "")}`,
    );
    const read = readPeft(files({ target_modules: [...new Set(modules)] }), model);
    expect(valuesOf(read)).toEqual(valuesOf(adapter));
    const ofOneLayer = modules.filter((name) => name.includes("layers.1."));
    const partly = readPeft(
      files({ target_modules: ofOneLayer }, (tensors) => {
        for (const name of tensors.keys()) if (!name.includes("layers.1.")) tensors.delete(name);
      }),
      model,
    );
    for (const [name, values] of valuesOf(partly)) {
      const isKept = name.startsWith("layers.1.");
      const expected = isKept ? adapter.tensors.floats(name) : new Float32Array(values.length);
      expect(values, name).toEqual(expected);
    }
    expect(() => readPeft(files({ target_modules: ofOneLayer }), model)).toThrow(
      /layers\.0.*does not name its module/u,
    );
  });

  test.each([
    ["a pattern", { target_modules: String.raw`.*\.1\..*` }],
    ["a list of excluded modules", { exclude_modules: ["layers.0"] }],
    ["a pattern of excluded modules", { exclude_modules: String.raw`.*\.0\..*` }],
    [
      "ends of full names",
      {
        target_modules: [
          ...["q", "k", "v", "o"].map((name) => `1.self_attn.${name}_proj`),
          ...["gate", "up", "down"].map((name) => `layers.1.mlp.${name}_proj`),
        ],
      },
    ],
  ])("that leaves out a layer by %s leaves that layer at zero", (_, config) => {
    const isKept = (name: string): boolean => name.startsWith("layers.1.");
    const ofOneLayer = files(config, (tensors) => {
      for (const name of tensors.keys()) if (!name.includes("layers.1.")) tensors.delete(name);
    });
    for (const [name, values] of valuesOf(readPeft(ofOneLayer, model))) {
      const expected = isKept(name)
        ? adapter.tensors.floats(name)
        : new Float32Array(values.length);
      expect(values, name).toEqual(expected);
    }
  });

  test("with exclusions may not leave out one matrix of two, nor bring a module that it does not name", () => {
    const excluding = { exclude_modules: ["k_proj"] };
    const halved = files(excluding, (tensors) => void tensors.delete(`${prefix}B.weight`));
    expect(() => readPeft(halved, model)).toThrow(/lacks layers\.1\.mlp\.up_proj\.lora_B/u);
    expect(() => readPeft(files({ ...excluding, target_modules: ["v_proj"] }), model)).toThrow(
      /does not name its module/u,
    );
    expect(() => readPeft(files({ exclude_modules: 3 }), model)).toThrow(/exclude_modules is 3/u);
  });

  test("of a rank above the highest is refused by name", () => {
    expect(() => readPeft(files({}), model, { maxRank: 1 })).toThrow(/r 2.*at most 1/u);
  });

  test("of rank-stabilised scale is scaled by alpha / √rank", () => {
    expect(readPeft(files({ use_rslora: true }), model).scale).toBeCloseTo(6 / Math.sqrt(2), 12);
  });

  test("with the adapter's name in its tensors' is read too", () => {
    const read = readPeft(
      files({}, (tensors) => {
        const before = new Map(tensors);
        tensors.clear();
        for (const [name, tensor] of before) {
          tensors.set(name.replace(/weight$/u, "default.weight"), tensor);
        }
      }),
      model,
    );
    expect(valuesOf(read)).toEqual(valuesOf(adapter));
  });
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
    expect(() => readPeft(files(config), model)).toThrow(
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
    const changed = files({}, change);
    expect(() => readPeft(changed, model)).toThrow(
      expect.objectContaining({
        name: "EngineError",
        kind,
        message: expect.stringMatching(message),
      }),
    );
    expect(model.compute.memory.bytes).toBe(before);
  });

  test.each([configName, weightsName])("no %s", (name) => {
    const rest = files({}).filter((file) => file.name !== name);
    expect(() => readPeft(rest, model)).toThrow(`The adapter has no ${name}.`);
  });

  test("whatever is done to its bytes, or read, and never fails otherwise", () => {
    const whole = files({});
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
