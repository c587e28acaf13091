import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { Compute, type ComputeOptions } from "../../compute/compute.ts";
import type { AdapterFile } from "../../engine.ts";
import { Model } from "../../model/model.ts";
import { loadWeights } from "../../weights/load-weights.ts";
import { type ModelFolder, readModelFolder } from "../../weights/model-folder.ts";
import { readSafetensors, toFloats } from "../../weights/safetensors.ts";

/** The families that there are fixtures of; see `parity/README.md` for what their files hold. */
export const fixtureFamilies = ["llama", "qwen2", "qwen3"] as const;

/** One of the three. */
export type FixtureFamily = (typeof fixtureFamilies)[number];

/** What PyTorch and its companions made of a family's model. */
export interface Expected {
  readonly tokens: readonly number[];
  readonly training: {
    readonly adam: {
      readonly learningRate: number;
      readonly betas: readonly [number, number];
      readonly epsilon: number;
      readonly weightDecay: number;
    };
    readonly sequences: readonly {
      readonly inputTokens: readonly number[];
      readonly targetTokens: readonly number[];
      readonly weights: readonly number[];
    }[];
    readonly steps: readonly {
      readonly loss: number;
      readonly gradientNorm: number;
      readonly clipNorm: number | null;
    }[];
  };
  readonly texts: readonly {
    readonly text: string;
    readonly tokens: readonly number[];
    readonly withSpecialTokens: readonly number[];
    readonly decoded: string;
    readonly decodedWithoutSpecialTokens: string;
  }[];
  readonly chats: readonly {
    readonly messages: readonly unknown[];
    readonly tools?: readonly unknown[];
    readonly add_generation_prompt: boolean;
    readonly enable_thinking?: boolean;
    readonly rendered: string;
    readonly tokens: readonly number[];
  }[];
}

/** The fixtures of a family. */
export class Fixture {
  readonly path: string;
  readonly folder: ModelFolder;
  readonly expected: Expected;
  readonly #tensors: ReturnType<typeof readSafetensors>["tensors"];

  constructor(family: FixtureFamily) {
    this.path = join(import.meta.dirname, "..", "fixtures", family);
    this.folder = readModelFolder(join(this.path, "model"));
    this.expected = JSON.parse(readFileSync(join(this.path, "expected.json"), "utf8")) as Expected;
    const file = join(this.path, "expected.safetensors");
    this.#tensors = readSafetensors(readFileSync(file), file).tensors;
  }

  /** The model with its weights, on a memory of its own. */
  load(options: ComputeOptions = {}): Model {
    const model = new Model(this.folder.shape, new Compute(options));
    loadWeights(this.folder, model);
    return model;
  }

  /** The files of the family's adapter. */
  adapterFiles(): AdapterFile[] {
    const folder = join(this.path, "adapter");
    return readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
  }

  /** The names of expected tensors that begin with `prefix`, without it. */
  names(prefix: string): string[] {
    return [...this.#tensors.keys()]
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));
  }

  /** The values of an expected tensor. */
  tensor(name: string): Float32Array {
    const tensor = this.#tensors.get(name);
    if (tensor === undefined) throw new Error(`The fixture has no tensor ${name}.`);
    const values = new Float32Array(tensor.shape.reduce((product, size) => product * size, 1));
    toFloats(tensor, values, name);
    return values;
  }
}
