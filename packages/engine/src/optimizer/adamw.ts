import type { Compute } from "../compute/compute.ts";
import type { AdamParameters } from "../datum.ts";
import { EngineError } from "../errors.ts";
import type { TensorGroup } from "../model/tensor-group.ts";
import { gradientNorm } from "./gradient-norm.ts";

/**
 * One step of AdamW (Loshchilov and Hutter, arXiv 1711.05101) with the gradient g accumulated so far:
 *
 *     m ← β₁ m + (1 − β₁) g          v ← β₂ v + (1 − β₂) g²
 *     w ← w − η · ( (m / (1 − β₁ᵗ)) / (√(v / (1 − β₂ᵗ)) + ε) + λ w )
 *
 * with g scaled down to `clipNorm` where its norm is above (Pascanu et al., arXiv 1211.5063). The gradient is zero
 * afterwards. Without a gradient it is a step all the same: moments fade, weights decay, the count rises.
 * Returns the norm before clipping.
 *
 * Throws `invalid` for parameters out of range, and `numerical` for a gradient that is not finite: it is cleared,
 * and weights, moments and count stay.
 */
export function adamwStep(compute: Compute, group: TensorGroup, adam: AdamParameters): number {
  const {
    learningRate,
    betas = [0.9, 0.95],
    epsilon = 1e-12,
    weightDecay = 0,
    clipNorm = 0,
  } = adam;
  const [beta1, beta2] = betas;
  checkParameters({ learningRate, beta1, beta2, epsilon, weightDecay, clipNorm });
  const norm = gradientNorm(compute, group);
  if (!Number.isFinite(norm)) {
    group.zeroGradient();
    throw new EngineError(
      "numerical",
      "The gradient is not finite: the step was not taken and the gradient cleared. Lower the learning rate, or look for extreme weights and advantages in the data.",
    );
  }
  const step = group.step + 1;
  const { weights, gradients, firstMoments, secondMoments } = group.blocks;
  compute.elements(
    "adamw",
    [
      weights,
      gradients,
      firstMoments,
      secondMoments,
      learningRate,
      beta1,
      beta2,
      1 / (1 - beta1 ** step),
      1 / (1 - beta2 ** step),
      epsilon,
      weightDecay,
      clipNorm > 0 && norm > clipNorm ? clipNorm / norm : 1,
    ],
    group.count,
  );
  group.step = step;
  if (group.hasGradient) group.zeroGradient();
  return norm;
}

interface CheckedParameters {
  readonly learningRate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  readonly weightDecay: number;
  readonly clipNorm: number;
}

/** Numbers must also be finite in float32, in which the kernel computes; ε of 0 would divide 0 by 0. */
function checkParameters(parameters: CheckedParameters): void {
  const { learningRate, beta1, beta2, epsilon, weightDecay, clipNorm } = parameters;
  const isFinite = (x: number): boolean => Number.isFinite(Math.fround(x));
  const isShare = (x: number): boolean => x >= 0 && Math.fround(x) < 1;
  demand(isFinite(learningRate) && learningRate >= 0, "learningRate", learningRate, "0 or above");
  demand(isShare(beta1), "betas", beta1, "from 0 to below 1");
  demand(isShare(beta2), "betas", beta2, "from 0 to below 1");
  demand(isFinite(epsilon) && Math.fround(epsilon) > 0, "epsilon", epsilon, "above 0");
  demand(isFinite(weightDecay) && weightDecay >= 0, "weightDecay", weightDecay, "0 or above");
  demand(clipNorm >= 0 && clipNorm < Infinity, "clipNorm", clipNorm, "0 or above");
}

function demand(holds: boolean, parameter: string, value: number, range: string): void {
  if (holds) return;
  throw new EngineError(
    "invalid",
    `${parameter} has to be a finite number, ${range}; got ${value}.`,
    {
      parameter,
    },
  );
}
