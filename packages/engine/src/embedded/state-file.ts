import type { AdapterTargets } from "../engine.ts";
import { EngineError } from "../errors.ts";
import { checkFinite } from "../weights/safetensors-file.ts";
import { readSafetensors, toFloats, writeSafetensors } from "../weights/safetensors.ts";
import type { StateTensor, TrainingState } from "../worker/training-state.ts";

/** Of the form of the file, in its metadata. */
const format = "heddle-training-state-1";
const allTargets: readonly AdapterTargets[] = ["all", "attention", "mlp"];
const parts = ["weights", "firstMoment", "secondMoment"] as const;

/** A training state as one safetensors file: each tensor three times, `<name>.weights`, `.firstMoment`, `.secondMoment`. */
export function writeStateFile(state: TrainingState): Uint8Array {
  const stored = state.tensors.flatMap((tensor) =>
    parts.map(
      (part) =>
        [
          `${tensor.name}.${part}`,
          { dtype: "F32", shape: tensor.shape, values: tensor[part] },
        ] as const,
    ),
  );
  return writeSafetensors(stored, {
    format,
    base_model: state.baseModel,
    rank: String(state.rank),
    alpha: String(state.alpha),
    targets: state.targets,
    step: String(state.step),
  });
}

/**
 * Reads what `writeStateFile` wrote.
 *
 * @throws {EngineError} `invalid`, naming the file and what is wrong with it.
 */
export function readStateFile(file: Uint8Array, source: string): TrainingState {
  const { tensors, metadata } = readSafetensors(file, source);
  if (metadata["format"] !== format) {
    throw damaged(source, `its format is ${metadata["format"] ?? "not given"}, not ${format}`);
  }
  const targets = allTargets.find((name) => name === metadata["targets"]);
  if (targets === undefined) throw damaged(source, "its targets are unknown");
  const names = [...tensors.keys()].flatMap((key) =>
    key.endsWith(".weights") ? [key.slice(0, -".weights".length)] : [],
  );
  if (names.length === 0) throw damaged(source, "it holds no tensors");
  return {
    baseModel: metadata["base_model"] ?? "",
    rank: numberOf("rank"),
    alpha: numberOf("alpha"),
    targets,
    step: numberOf("step"),
    tensors: names.map(tensorOf),
  };

  function numberOf(field: string): number {
    const value = Number(metadata[field]);
    if (metadata[field] === undefined || !(value >= 0 && value < Infinity)) {
      throw damaged(source, `its ${field} is missing or not a number`);
    }
    return value;
  }

  function tensorOf(name: string): StateTensor {
    const shape = tensors.get(`${name}.weights`)?.shape ?? [];
    const read = (part: (typeof parts)[number]): Float32Array => {
      const tensor = tensors.get(`${name}.${part}`);
      if (tensor === undefined || tensor.shape.join() !== shape.join()) {
        throw damaged(source, `${name}.${part} is missing or has another shape than the weights`);
      }
      const values = new Float32Array(shape.reduce((product, size) => product * size, 1));
      toFloats(tensor, values, `${source}, tensor ${name}.${part}`);
      checkFinite(values, 0, `${source}, tensor ${name}.${part}`);
      return values;
    };
    return {
      name,
      shape,
      weights: read("weights"),
      firstMoment: read("firstMoment"),
      secondMoment: read("secondMoment"),
    };
  }
}

function damaged(source: string, what: string): EngineError {
  return new EngineError("invalid", `${source} is not a training state of this engine: ${what}`);
}
