import { peftConfigName, peftWeightsName } from "./peft-file-names.ts";
import { utf8Text } from "./utf8-text.ts";
import type { Adapter, AdapterOptions } from "../adapters/adapter.ts";
import { targetedLinears } from "../adapters/targets.ts";
import type { AdapterFile, AdapterTargets } from "../engine.ts";
import { EngineError } from "../errors.ts";
import type { LinearName } from "../model/linear-names.ts";
import type { ModelShape } from "../model/shape.ts";
import { ConfigFields } from "./config-fields.ts";
import { parseJsonObject } from "./json.ts";
import { readPeftConfig, type TargetedMaps, writePeftConfig } from "./peft-config.ts";
import { checkFinite } from "./safetensors-file.ts";
import { readSafetensors, type SafeTensor, toFloats, writeSafetensors } from "./safetensors.ts";

/** What stands before a tensor's name in PEFT's files; older ones put the adapter's name before `weight`. */
const storedName = /^base_model\.model\.(?:model\.)?(.+\.lora_[AB])(?:\.default)?\.weight$/u;
const adapterName = /^layers\.(\d+)\.([a-z_]+\.[a-z_]+)\.lora_[AB]$/u;

/** A model that adapters can be made for. */
export interface AdaptableModel {
  readonly shape: ModelShape;
  createAdapter(options: AdapterOptions): Adapter;
}

/**
 * An adapter as the files of a PEFT folder: A [rank, inputs] and B [outputs, rank] in F32 under PEFT's names, and
 * the configuration that PEFT and vLLM ask for.
 */
export function writePeft(adapter: Adapter, baseModel: string): AdapterFile[] {
  const { tensors } = adapter;
  const stored = [...tensors.names()].map(
    (name) =>
      [
        `base_model.model.model.${name}.weight`,
        { dtype: "F32", shape: tensors.shape(name), values: tensors.floats(name) },
      ] as const,
  );
  return [
    { name: peftConfigName, bytes: new TextEncoder().encode(writePeftConfig(adapter, baseModel)) },
    { name: peftWeightsName, bytes: writeSafetensors(stored) },
  ];
}

/**
 * An adapter from the files of a PEFT folder. Maps that it does not touch, and that the smallest set of targets for it
 * has, get matrices of zeros: they add nothing, and no gradient reaches them.
 *
 * Throws `not_found` for a missing file, `unsupported` naming a kind of adapter that cannot be run, and `invalid` for
 * damaged files and for tensors that do not fit the model, with both shapes.
 */
export function readPeft(
  files: readonly AdapterFile[],
  model: AdaptableModel,
  options: { readonly trainable?: boolean; readonly maxRank?: number } = {},
): Adapter {
  const text = utf8Text(fileOf(files, peftConfigName), peftConfigName);
  const config = readPeftConfig(
    new ConfigFields(parseJsonObject(text, peftConfigName), peftConfigName),
  );
  if (config.rank > (options.maxRank ?? Infinity)) {
    throw new EngineError(
      "unsupported",
      `${peftConfigName} has r ${config.rank}, and the engine takes at most ${options.maxRank} for this model. Use an adapter of a lower rank.`,
    );
  }
  const stored = readSafetensors(fileOf(files, peftWeightsName), peftWeightsName).tensors;
  const tensors = tensorsOf(stored);
  const there: TargetedMaps = { everywhere: new Set(), single: modulesOf(tensors) };
  const named = config.targets ?? there;
  const targets = config.hasExclusions ? there : named;
  const linears = linearsIn(targets);
  if (tensors.size === 0 || linears.size === 0) {
    throw new EngineError("invalid", `${peftWeightsName} holds no adapter of a layer.`);
  }
  checkPlaces(tensors, named, model.shape);
  const adapter = model.createAdapter({
    rank: config.rank,
    alpha: config.alpha,
    targets: smallestTargets(linears),
    trainable: options.trainable ?? false,
  });
  try {
    for (const name of adapter.tensors.names()) {
      const into = adapter.tensors.floats(name);
      const tensor = tensors.get(name);
      if (tensor !== undefined) fill(tensor, adapter.tensors.shape(name), into, name);
      else if (isTargeted(name, targets)) {
        throw new EngineError("invalid", `${peftWeightsName} lacks ${name}.`);
      } else into.fill(0);
    }
  } catch (error) {
    adapter.free();
    throw error;
  }
  return adapter;
}

function fileOf(files: readonly AdapterFile[], name: string): Uint8Array {
  const file = files.find((candidate) => candidate.name === name);
  if (file === undefined) throw new EngineError("not_found", `The adapter has no ${name}.`);
  return file.bytes;
}

/** The tensors by the names they have in an `Adapter`. */
function tensorsOf(stored: ReadonlyMap<string, SafeTensor>): Map<string, SafeTensor> {
  const tensors = new Map<string, SafeTensor>();
  for (const [fullName, tensor] of stored) {
    const name = storedName.exec(fullName)?.[1];
    if (name === undefined || !adapterName.test(name)) {
      throw new EngineError(
        "unsupported",
        `${peftWeightsName}, tensor ${fullName}: only lora_A and lora_B of the linear maps of layers are read.`,
      );
    }
    if (tensors.has(name))
      throw new EngineError("invalid", `${peftWeightsName} has ${name} twice.`);
    tensors.set(name, tensor);
  }
  return tensors;
}

function placeOf(name: string): { layer: number; linear: LinearName } {
  const [, layer = "", linear = ""] = adapterName.exec(name) ?? [];
  return { layer: Number(layer), linear: linear as LinearName };
}

/** `layers.0.self_attn.q_proj` of the name of one of its two matrices. */
function moduleOf(name: string): string {
  return name.slice(0, -".lora_A".length);
}

function modulesOf(tensors: ReadonlyMap<string, SafeTensor>): ReadonlySet<string> {
  return new Set([...tensors.keys()].map(moduleOf));
}

/** The maps that are targeted in some layer. */
function linearsIn({ everywhere, single }: TargetedMaps): ReadonlySet<LinearName> {
  return new Set([
    ...everywhere,
    ...[...single].map((module) => placeOf(`${module}.lora_A`).linear),
  ]);
}

/** Whether a tensor belongs to one of the maps. */
function isTargeted(name: string, { everywhere, single }: TargetedMaps): boolean {
  return everywhere.has(placeOf(name).linear) || single.has(moduleOf(name));
}

/** Throws for tensors of maps that the configuration or the model has not. */
function checkPlaces(
  tensors: ReadonlyMap<string, SafeTensor>,
  targets: TargetedMaps,
  shape: ModelShape,
): void {
  const known: ReadonlySet<string> = new Set(targetedLinears("all"));
  for (const name of tensors.keys()) {
    const { layer, linear } = placeOf(name);
    if (!known.has(linear)) {
      throw new EngineError(
        "unsupported",
        `${peftWeightsName}, tensor ${name}: the model takes no adapter there.`,
      );
    }
    if (layer >= shape.layers) {
      throw new EngineError(
        "invalid",
        `${peftWeightsName}, tensor ${name}: the model has ${shape.layers} layers. The adapter belongs to another base.`,
      );
    }
    if (!isTargeted(name, targets)) {
      throw new EngineError(
        "invalid",
        `${peftWeightsName}, tensor ${name}: target_modules of ${peftConfigName} does not name its module.`,
      );
    }
  }
}

function smallestTargets(linears: ReadonlySet<LinearName>): AdapterTargets {
  const candidates = ["attention", "mlp"] as const;
  const covers = (targets: AdapterTargets): boolean =>
    [...linears].every((linear) => targetedLinears(targets).includes(linear));
  return candidates.find(covers) ?? "all";
}

function fill(
  tensor: SafeTensor,
  shape: readonly number[],
  into: Float32Array,
  name: string,
): void {
  const label = `${peftWeightsName}, tensor ${name}`;
  if (tensor.shape.length !== 2 || tensor.shape.some((size, axis) => size !== shape[axis])) {
    throw new EngineError(
      "invalid",
      `${label}: its shape is [${tensor.shape.join(", ")}]; the model and its rank require [${shape.join(", ")}]. The adapter belongs to another base.`,
    );
  }
  toFloats(tensor, into, label);
  checkFinite(into, 0, label);
}
