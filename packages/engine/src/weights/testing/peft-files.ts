import type { Adapter } from "../../adapters/adapter.ts";
import type { AdapterFile, AdapterTargets } from "../../engine.ts";
import type { Model } from "../../model/model.ts";
import { peftConfigName, peftWeightsName } from "../peft-file-names.ts";
import { writePeft } from "../peft.ts";
import { type FloatTensor, readSafetensors, toFloats, writeSafetensors } from "../safetensors.ts";

/** An adapter of alpha 6 whose matrices all differ. */
export function filledAdapter(model: Model, targets: AdapterTargets, rank: number): Adapter {
  const made = model.createAdapter({ rank, alpha: 6, targets, trainable: true });
  for (const name of made.tensors.names()) {
    made.tensors
      .floats(name)
      .forEach((_, index, values) => (values[index] = Math.sin(index + name.length)));
  }
  return made;
}

/** The files of an adapter, with members of the configuration and tensors changed. */
export function changedPeftFiles(
  adapter: Adapter,
  config: Readonly<Record<string, unknown>>,
  change: (tensors: Map<string, FloatTensor>) => void = () => undefined,
): AdapterFile[] {
  const written = new Map(writePeft(adapter, "tiny").map(({ name, bytes }) => [name, bytes]));
  const members: unknown = JSON.parse(new TextDecoder().decode(written.get(peftConfigName)));
  const tensors = new Map<string, FloatTensor>();
  for (const [name, tensor] of readSafetensors(written.get(peftWeightsName)!, peftWeightsName)
    .tensors) {
    const values = new Float32Array(tensor.bytes.length / 4);
    toFloats(tensor, values);
    tensors.set(name, { dtype: "F32", shape: tensor.shape, values });
  }
  change(tensors);
  const text = JSON.stringify({ ...(members as object), ...config });
  return [
    { name: peftConfigName, bytes: new TextEncoder().encode(text) },
    { name: peftWeightsName, bytes: writeSafetensors(tensors) },
  ];
}

/** The values of an adapter by the names of its tensors. */
export function valuesOf(adapter: Adapter): Map<string, Float32Array> {
  return new Map(
    [...adapter.tensors.names()].map((name) => [name, adapter.tensors.floats(name).slice()]),
  );
}
