import { beforeEach, describe, expect, test } from "vitest";

import type { Adapter } from "../adapters/adapter.ts";
import { Compute } from "../compute/compute.ts";
import type { AdapterTargets } from "../engine.ts";
import { Model } from "../model/model.ts";
import { shapeOfConfig } from "./config.ts";
import { ConfigFields } from "./config-fields.ts";
import { peftWeightsName } from "./peft-file-names.ts";
import { readPeft, writePeft } from "./peft.ts";
import { readSafetensors } from "./safetensors.ts";
import { changedPeftFiles, filledAdapter, valuesOf } from "./testing/peft-files.ts";
import { tinyConfig } from "./testing/written-folder.ts";

const shape = shapeOfConfig(new ConfigFields(tinyConfig, "tiny"));
const prefix = "base_model.model.model.layers.1.mlp.up_proj.lora_";
let model: Model;
let adapter: Adapter;

beforeEach(() => {
  model = new Model(shape, new Compute());
  adapter = filledAdapter(model, "all", 2);
});

describe("a PEFT folder", () => {
  test.each<[AdapterTargets, number]>([
    ["all", 2],
    ["attention", 1],
    ["mlp", 5],
  ])("of targets %s and rank %d comes back as it was", (targets, rank) => {
    adapter = filledAdapter(model, targets, rank);
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
    const { tensors } = readSafetensors(weights!.bytes, peftWeightsName);
    expect(tensors.size).toBe(2 * 7 * 2);
    expect(
      tensors.get("base_model.model.model.layers.1.mlp.down_proj.lora_A.weight"),
    ).toMatchObject({ dtype: "F32", shape: [2, 12] });
    expect(
      tensors.get("base_model.model.model.layers.1.mlp.down_proj.lora_B.weight"),
    ).toMatchObject({ dtype: "F32", shape: [8, 2] });
  });

  test("can be read to be trained on", () => {
    expect(
      readPeft(changedPeftFiles(adapter, {}), model, { trainable: true }).tensors.isTrainable,
    ).toBe(true);
  });

  test.each([
    ["a pattern", ".*"],
    ["nothing", null],
  ])("whose target_modules are %s is read by its tensors", (_, modules) => {
    expect(
      valuesOf(readPeft(changedPeftFiles(adapter, { target_modules: modules }), model)),
    ).toEqual(valuesOf(adapter));
  });

  test("of some maps leaves the others of the smallest targets at zero", () => {
    const isKept = (name: string): boolean => /(?:q|v)_proj/u.test(name);
    const read = readPeft(
      changedPeftFiles(adapter, { target_modules: ["q_proj", "self_attn.v_proj"] }, (tensors) => {
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
    const read = readPeft(
      changedPeftFiles(adapter, { target_modules: [...new Set(modules)] }),
      model,
    );
    expect(valuesOf(read)).toEqual(valuesOf(adapter));
    const ofOneLayer = modules.filter((name) => name.includes("layers.1."));
    const partly = readPeft(
      changedPeftFiles(adapter, { target_modules: ofOneLayer }, (tensors) => {
        for (const name of tensors.keys()) if (!name.includes("layers.1.")) tensors.delete(name);
      }),
      model,
    );
    for (const [name, values] of valuesOf(partly)) {
      const isKept = name.startsWith("layers.1.");
      const expected = isKept ? adapter.tensors.floats(name) : new Float32Array(values.length);
      expect(values, name).toEqual(expected);
    }
    expect(() =>
      readPeft(changedPeftFiles(adapter, { target_modules: ofOneLayer }), model),
    ).toThrow(/layers\.0.*does not name its module/u);
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
    const ofOneLayer = changedPeftFiles(adapter, config, (tensors) => {
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
    const halved = changedPeftFiles(
      adapter,
      excluding,
      (tensors) => void tensors.delete(`${prefix}B.weight`),
    );
    expect(() => readPeft(halved, model)).toThrow(/lacks layers\.1\.mlp\.up_proj\.lora_B/u);
    expect(() =>
      readPeft(changedPeftFiles(adapter, { ...excluding, target_modules: ["v_proj"] }), model),
    ).toThrow(/does not name its module/u);
    expect(() => readPeft(changedPeftFiles(adapter, { exclude_modules: 3 }), model)).toThrow(
      /exclude_modules is 3/u,
    );
  });

  test("of a rank above the highest is refused by name", () => {
    expect(() => readPeft(changedPeftFiles(adapter, {}), model, { maxRank: 1 })).toThrow(
      /r 2.*at most 1/u,
    );
  });

  test("of rank-stabilised scale is scaled by alpha / √rank", () => {
    expect(readPeft(changedPeftFiles(adapter, { use_rslora: true }), model).scale).toBeCloseTo(
      6 / Math.sqrt(2),
      12,
    );
  });

  test("with the adapter's name in its tensors' is read too", () => {
    const read = readPeft(
      changedPeftFiles(adapter, {}, (tensors) => {
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
