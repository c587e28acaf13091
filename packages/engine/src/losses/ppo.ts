import type { LossSpec } from "../datum.ts";
import type { LossFunction } from "./loss-function.ts";
import { sumOverPositions } from "./positions.ts";

/**
 * Proximal policy optimisation with a clipped ratio:
 *
 *     ℓ = −min(r·A, clip(r, low, high)·A)
 *     dℓ/dp = −r·A, and 0 where the clipped term is the smaller one: A > 0 and r > high, or A < 0 and r < low
 *
 * with r = exp(p − q). Source: Schulman et al., "Proximal Policy Optimization Algorithms" (2017), equation 7.
 */
export function ppo(options: LossSpec & { readonly name: "ppo" }): LossFunction {
  const { clipLow, clipHigh } = options;
  return (datum, logprobs) =>
    sumOverPositions(datum, logprobs, ({ ratio, advantage }) =>
      clippedTerm(ratio, advantage, clipLow, clipHigh),
    );
}

/** The term of one position, for a ratio whose derivative by p is the ratio itself. */
export function clippedTerm(
  ratio: number,
  advantage: number,
  low: number,
  high: number,
): { loss: number; gradient: number; isClipped: boolean } {
  if (advantage > 0 && ratio > high)
    return { loss: -high * advantage, gradient: 0, isClipped: true };
  if (advantage < 0 && ratio < low) return { loss: -low * advantage, gradient: 0, isClipped: true };
  return { loss: -ratio * advantage, gradient: -ratio * advantage, isClipped: false };
}
