import type { LossSpec } from "../datum.ts";
import type { LossFunction } from "./loss-function.ts";
import { sumOverPositions } from "./positions.ts";

/**
 * Clipped importance-sampling policy optimisation: the ratio is clipped as a factor, so that no token loses its
 * gradient altogether:
 *
 *     ℓ = −sg(clip(r, low, high))·A·p        dℓ/dp = −clip(r, low, high)·A
 *
 * with r = exp(p − q) and sg the stop-gradient. Source: MiniMax, "MiniMax-M1" (2025), §3.1.
 */
export function cispo(options: LossSpec & { readonly name: "cispo" }): LossFunction {
  const { clipLow, clipHigh } = options;
  return (datum, logprobs) =>
    sumOverPositions(datum, logprobs, ({ p, ratio, advantage }) => {
      const factor = Math.min(Math.max(ratio, clipLow), clipHigh);
      return {
        loss: -factor * advantage * p,
        gradient: -factor * advantage,
        isClipped: factor !== ratio,
      };
    });
}
