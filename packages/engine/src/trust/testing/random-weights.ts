import { RandomNormal } from "../../model/random-normal.ts";
import type { TensorGroup } from "../../model/tensor-group.ts";

/** Weights at which every part of a model matters: norms about 1, biases and all else of a size that bends the softmax. */
export function fillRandomly(group: TensorGroup, seed: number): void {
  const random = new RandomNormal(seed);
  for (const name of group.names()) {
    const values = group.floats(name);
    if (name.endsWith("norm.weight")) {
      for (let i = 0; i < values.length; i++) values[i] = 1 + 0.2 * (random.uniform() - 0.5);
    } else random.write(values, 0.25);
  }
}

/** Token ids below `vocabulary`. */
export function randomTokens(length: number, vocabulary: number, seed: number): Int32Array {
  const random = new RandomNormal(seed);
  return Int32Array.from({ length }, () => Math.floor(random.uniform() * vocabulary));
}
