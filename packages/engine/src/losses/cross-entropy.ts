import type { Datum } from "../datum.ts";
import type { LossTerm } from "./loss-function.ts";

/**
 * Cross entropy, the negative log-likelihood of the targets:
 *
 *     ℓ = −w·p        dℓ/dp = −w
 *
 * with p the log-probability of the target and w its weight. Weights may be negative, which is what carries the
 * gradient of any other loss (see `linearise.ts`).
 */
export function crossEntropy(datum: Datum, logprobs: Float32Array): LossTerm {
  const gradient = new Float32Array(logprobs.length);
  let loss = 0;
  let weights = 0;
  let positions = 0;
  for (const [t, p] of logprobs.entries()) {
    const w = datum.weights?.[t] ?? 1;
    if (w === 0) continue;
    loss -= w * p;
    gradient[t] = -w;
    weights += w;
    positions += 1;
  }
  return {
    loss,
    gradient,
    metrics: { "loss:sum": loss, "weights:sum": weights, "positions:sum": positions },
  };
}
