import type { LossSpec } from "../datum.ts";
import type { LossFunction } from "./loss-function.ts";
import { meanDifference, sumOverPositions } from "./positions.ts";
import { clippedTerm } from "./ppo.ts";

/**
 * Group sequence policy optimisation, token form: PPO with one ratio for the whole sequence:
 *
 *     s = exp(mean of p − q over the positions that take part)
 *     s_t = sg(s)·exp(p_t − sg(p_t))
 *     ℓ = −min(s_t·A, clip(s_t, low, high)·A)        dℓ/dp_t = −s·A, or 0 where clipped as in PPO
 *
 * Source: Zheng et al., "Group Sequence Policy Optimization" (2025), equations 5, 7 and 13.
 */
export function gspo(options: LossSpec & { readonly name: "gspo" }): LossFunction {
  const { clipLow, clipHigh } = options;
  return (datum, logprobs) => {
    const ratio = Math.exp(meanDifference(datum, logprobs));
    return sumOverPositions(
      datum,
      logprobs,
      ({ advantage }) => clippedTerm(ratio, advantage, clipLow, clipHigh),
      { sequenceRatio: ratio },
    );
  };
}
