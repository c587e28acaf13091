import type { Compute } from "../compute/compute.ts";
import type { Pointer } from "../compute/kernels.ts";
import type { ModelShape, RopeScaling } from "./shape.ts";

/** Cosines and sines of every position: each [contextTokens, headSize / 2]. */
export interface RopeTables {
  readonly cosine: Pointer;
  readonly sine: Pointer;
}

/**
 * Angles per position: θ^(−2i / headSize) for i in 0..headSize / 2, stretched as the model asks.
 * Su et al., RoFormer (arXiv 2104.09864), with the halves of a head as the two coordinates.
 */
export function ropeFrequencies(
  shape: Pick<ModelShape, "headSize" | "ropeTheta" | "ropeScaling">,
): Float64Array {
  const { headSize, ropeTheta, ropeScaling } = shape;
  return Float64Array.from({ length: headSize / 2 }, (_, i) => {
    const frequency = ropeTheta ** ((-2 * i) / headSize);
    return ropeScaling === undefined ? frequency : scaled(frequency, ropeScaling);
  });
}

/**
 * `linear` divides every frequency by the factor (Chen et al., arXiv 2306.15595). `llama3` divides those that turn
 * less than `lowFrequencyFactor` times within the original context, keeps those that turn more than
 * `highFrequencyFactor` times, and blends between (Llama 3 model card; "NTK-by-parts", arXiv 2309.00071).
 */
function scaled(frequency: number, scaling: RopeScaling): number {
  if (scaling.kind === "linear") return frequency / scaling.factor;
  const { factor, lowFrequencyFactor: low, highFrequencyFactor: high } = scaling;
  const turns = (scaling.originalContextTokens * frequency) / (2 * Math.PI);
  if (turns < low) return frequency / factor;
  if (turns > high) return frequency;
  const kept = (turns - low) / (high - low);
  return (1 - kept) * (frequency / factor) + kept * frequency;
}

/** Computed in float64 and stored in float32, sines after cosines in one allocation that starts at `cosine`. */
export function ropeTables(shape: ModelShape, compute: Compute): RopeTables {
  const frequencies = ropeFrequencies(shape);
  const half = frequencies.length;
  const { contextTokens } = shape;
  const { memory } = compute;
  const cosine = memory.allocate(2 * contextTokens * half * 4);
  const sine = cosine + contextTokens * half * 4;
  const cosines = memory.floats(cosine, contextTokens * half);
  const sines = memory.floats(sine, contextTokens * half);
  for (let position = 0; position < contextTokens; position++) {
    for (let i = 0; i < half; i++) {
      const angle = position * frequencies[i]!;
      cosines[position * half + i] = Math.cos(angle);
      sines[position * half + i] = Math.sin(angle);
    }
  }
  return { cosine, sine };
}
