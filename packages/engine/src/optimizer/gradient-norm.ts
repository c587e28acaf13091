import type { Compute } from "../compute/compute.ts";
import type { TensorGroup } from "../model/tensor-group.ts";

/** √Σ g² over all tensors, summed in float64; not finite when any gradient is not. */
export function gradientNorm(compute: Compute, group: TensorGroup): number {
  if (!group.hasGradient) return 0;
  return Math.sqrt(compute.kernels.sumOfSquares(group.blocks.gradients, group.count));
}
