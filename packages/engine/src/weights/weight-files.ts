import { existsSync } from "node:fs";
import { join } from "node:path";

import { EngineError } from "../errors.ts";
import { weightShapes } from "../model/weight-shapes.ts";
import type { ModelShape } from "../model/shape.ts";
import { readConfigFile } from "./text-files.ts";
import { SafetensorsFile } from "./safetensors-file.ts";
import { checkFloatType } from "./safetensors.ts";

/** The weights of a model that has them in one file. */
export const singleWeightsName = "model.safetensors";
/** Which file has which tensor, where there are several. */
export const weightIndexName = "model.safetensors.index.json";
/** Names that a message lists at most. */
const maxListed = 5;

/** Where one weight lies. */
export interface StoredWeight {
  readonly file: SafetensorsFile;
  /** Its name in the file, with the leading `model.` if it has one there. */
  readonly name: string;
  readonly shape: readonly number[];
}

/** The weights of a model folder, by their names without the leading `model.`; close them after use. */
export class WeightFiles {
  readonly weights: ReadonlyMap<string, StoredWeight>;
  /** The files that they lie in. */
  readonly files: readonly SafetensorsFile[];

  /**
   * Opens `model.safetensors`, or the shards that `model.safetensors.index.json` names.
   * Throws `not_found` naming a file that is missing, `invalid` for a damaged one.
   */
  constructor(folder: string) {
    const files: SafetensorsFile[] = [];
    this.files = files;
    try {
      const index = existsSync(join(folder, singleWeightsName)) ? undefined : indexOf(folder);
      const names = index === undefined ? [singleWeightsName] : [...new Set(index.values())];
      for (const name of names) files.push(new SafetensorsFile(join(folder, name)));
      this.weights = weightsOf(files);
      for (const [name, shard] of index ?? []) {
        if (!this.weights.has(withoutPrefix(name))) {
          throw new EngineError(
            "invalid",
            `${join(folder, shard)} has no tensor ${name}, although ${weightIndexName} lists it there.`,
          );
        }
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * Throws `invalid` naming tensors that a model of this shape needs and are missing, that it does not know, or that
   * have another shape; `unsupported` for an element type that cannot be read.
   */
  check(shape: ModelShape, folder: string): void {
    const wanted = weightShapes(shape);
    const missing = [...wanted.keys()].filter((name) => !this.weights.has(name));
    if (missing.length > 0)
      throw differs(folder, "lacks tensors that its config.json requires", missing);
    const others = [...this.weights.keys()].filter(
      (name) => !wanted.has(name) && !isUnneeded(name, shape),
    );
    if (others.length > 0)
      throw differs(folder, "has tensors that its config.json does not mention", others);
    for (const [name, wantedShape] of wanted) {
      const { file, shape: found } = this.weights.get(name)!;
      const label = `${file.path}, tensor ${name}`;
      if (
        found.length !== wantedShape.length ||
        found.some((size, axis) => size !== wantedShape[axis])
      ) {
        throw new EngineError(
          "invalid",
          `${label}: its shape is [${found.join(", ")}]; config.json requires [${wantedShape.join(", ")}].`,
        );
      }
      checkFloatType(file.header.tensors.get(this.weights.get(name)!.name)!.dtype, label);
    }
  }

  /** Of all tensors, as they are stored. */
  get bytes(): number {
    let bytes = 0;
    for (const { file, name } of this.weights.values()) {
      const { begin, end } = file.header.tensors.get(name)!;
      bytes += end - begin;
    }
    return bytes;
  }

  close(): void {
    for (const file of this.files) file.close();
  }
}

/** Rotary frequencies are computed, and a head that is tied is the embedding. */
function isUnneeded(name: string, shape: ModelShape): boolean {
  return name.endsWith("rotary_emb.inv_freq") || (shape.hasTiedHead && name === "lm_head.weight");
}

/** The name of a weight by the one in its file. */
export function withoutPrefix(name: string): string {
  return name.startsWith("model.") ? name.slice("model.".length) : name;
}

/** Which file each tensor of a sharded model is in. */
function indexOf(folder: string): Map<string, string> {
  const index = readConfigFile(folder, weightIndexName);
  if (index === undefined) {
    const hint = existsSync(join(folder, "pytorch_model.bin"))
      ? " pytorch_model.bin is not read: save the model again as safetensors."
      : "";
    throw new EngineError(
      "not_found",
      `${folder} has neither ${singleWeightsName} nor ${weightIndexName}.${hint}`,
    );
  }
  const map = index.object("weight_map");
  if (map === undefined) throw index.lacks("weight_map");
  return new Map(
    map.names().map((name) => {
      const file = map.value(name);
      // A file's bare name: an index may not reach outside its folder.
      if (typeof file !== "string" || !/^[\w-][\w.-]*\.safetensors$/u.test(file)) {
        throw map.wrong(name, "the name of a safetensors file beside the index");
      }
      return [name, file];
    }),
  );
}

function weightsOf(files: readonly SafetensorsFile[]): Map<string, StoredWeight> {
  const weights = new Map<string, StoredWeight>();
  for (const file of files) {
    for (const [storedName, { shape }] of file.header.tensors) {
      const name = withoutPrefix(storedName);
      const twin = weights.get(name);
      if (twin !== undefined) {
        throw new EngineError(
          "invalid",
          `Tensor ${name} is twice in the model: in ${twin.file.path} and in ${file.path}.`,
        );
      }
      weights.set(name, { file, name: storedName, shape });
    }
  }
  return weights;
}

function differs(folder: string, how: string, names: readonly string[]): EngineError {
  const more = names.length > maxListed ? ` and ${names.length - maxListed} more` : "";
  return new EngineError(
    "invalid",
    `${folder} ${how}: ${names.slice(0, maxListed).join(", ")}${more}.`,
  );
}
