import type { Datum } from "../datum.ts";
import type { LossTerm } from "./loss-function.ts";
import { sumOverPositions } from "./positions.ts";

/**
 * The policy gradient with importance sampling:
 *
 *     ℓ = −r·A        dℓ/dp = −r·A
 *
 * with r = exp(p − q), q the log-probability under the policy that sampled, A the advantage.
 * Source: Precup, Sutton & Singh, "Eligibility Traces for Off-Policy Policy Evaluation" (2000), per decision.
 */
export function importanceSampling(datum: Datum, logprobs: Float32Array): LossTerm {
  return sumOverPositions(datum, logprobs, ({ ratio, advantage }) => {
    const loss = -ratio * advantage;
    return { loss, gradient: loss, isClipped: false };
  });
}
