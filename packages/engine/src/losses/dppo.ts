import type { LossSpec } from "../datum.ts";
import type { LossFunction } from "./loss-function.ts";
import { sumOverPositions } from "./positions.ts";

/**
 * Policy optimisation with a mask on the divergence instead of a clip on the ratio; the divergence is the total
 * variation of "this token or another one":
 *
 *     ℓ = −r·A·m        dℓ/dp = −r·A·m
 *     m = 0 where A > 0 and e^p − e^q > δ_high, or A < 0 and e^q − e^p > δ_low; else 1
 *
 * with r = exp(p − q); m is a constant to the gradient. A rare token may so move by a large ratio, and a common one
 * may not move far. Source: Qi et al., "Rethinking the Trust Region in LLM Reinforcement Learning" (2026).
 */
export function dppo(options: LossSpec & { readonly name: "dppo" }): LossFunction {
  const { deltaLow, deltaHigh } = options;
  return (datum, logprobs) =>
    sumOverPositions(datum, logprobs, ({ p, q, ratio, advantage }) => {
      const rise = Math.exp(p) - Math.exp(q);
      const isMasked = advantage > 0 ? rise > deltaHigh : -rise > deltaLow;
      const loss = isMasked ? 0 : -ratio * advantage;
      return { loss, gradient: loss, isClipped: isMasked };
    });
}
