import { linearNames, linearSize } from "../model/linear-names.ts";
import type { ModelShape } from "../model/shape.ts";

/** What one layer of a training pass may compute, about 0.1 to 0.2 s on two cores: streams wait for it. */
const maxLayerOperations = 2.5e9;
const minTokens = 64;

/**
 * Tokens of one training pass: fewer for wide models, so that a layer of it does not hold streams up. A matter of the
 * shape alone and not of the clock: how a batch is cut decides in which order gradients are added.
 */
export function trainingTokens(shape: ModelShape, maxTokens: number): number {
  let weights = 0;
  for (const linear of linearNames) {
    const [outputs, inputs] = linearSize(shape, linear);
    weights += outputs * inputs;
  }
  // Forward once and backward to the input once, a multiplication and an addition each.
  const fitting = Math.floor(maxLayerOperations / (4 * weights));
  return Math.min(maxTokens, Math.max(minTokens, fitting));
}
