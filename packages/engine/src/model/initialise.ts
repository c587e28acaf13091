import { RandomNormal } from "./random-normal.ts";
import type { ModelShape } from "./shape.ts";
import type { TensorGroup } from "./tensor-group.ts";

/** Below this width a larger deviation learns faster; above it the usual 0.02 keeps the first logits small. */
const smallWidth = 300;

/**
 * Weights to begin training with, the same for the same seed: normal with a small deviation; what writes into the
 * residual stream is divided by √(2 · layers), so that the stream does not grow with depth (GPT-2, Radford et al.
 * 2019, §2.3). Norms are 1, biases 0.
 */
export function initialise(weights: TensorGroup, shape: ModelShape, seed: number): void {
  const random = new RandomNormal(seed);
  const deviation = shape.width < smallWidth ? 0.04 : 0.02;
  for (const name of weights.names()) {
    const values = weights.floats(name);
    if (name.endsWith("norm.weight")) values.fill(1);
    else if (name.endsWith(".bias")) values.fill(0);
    else if (/(?:o_proj|down_proj)\.weight$/u.test(name)) {
      random.write(values, deviation / Math.sqrt(2 * shape.layers));
    } else random.write(values, deviation);
  }
}
