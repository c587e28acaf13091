import type { LossSpec } from "../datum.ts";
import type { LossFunction } from "./loss-function.ts";
import { sumOverPositions } from "./positions.ts";

/**
 * Direct reward optimisation: the advantage against a quadratic pull towards the policy that sampled:
 *
 *     ℓ = −(A·p − β/2·(p − q)²)        dℓ/dp = −(A − β·(p − q))
 *
 * The pull is not proportional to A: a factor folded into A does not scale this loss, one in the weights does.
 * Source: Richemond et al., "Offline Regularised Reinforcement Learning for Large Language Models Alignment" (2024).
 */
export function dro(options: LossSpec & { readonly name: "dro" }): LossFunction {
  const { beta } = options;
  return (datum, logprobs) =>
    sumOverPositions(datum, logprobs, ({ p, q, advantage }) => ({
      loss: -(advantage * p - 0.5 * beta * (p - q) ** 2),
      gradient: -(advantage - beta * (p - q)),
      isClipped: false,
    }));
}
