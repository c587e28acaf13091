import type { Datum } from "../datum.ts";
import type { LossTerm } from "./loss-function.ts";

/** What a loss that compares policies sees of one position. */
export interface PolicyPosition {
  /** Log-probability of the target under the weights of now. */
  readonly p: number;
  /** Log-probability of the target when it was sampled. */
  readonly q: number;
  /** exp(p − q), or what the loss puts in its place. */
  readonly ratio: number;
  readonly advantage: number;
}

/** What it makes of it, before the weight. */
export interface PolicyTerm {
  readonly loss: number;
  /** dℓ/dp */
  readonly gradient: number;
  /** Whether a clip or a mask changed the term. */
  readonly isClipped: boolean;
}

/** A position with weight or advantage 0 is not there: a prompt may carry any log-probability. */
export function takesPart(datum: Datum, t: number): boolean {
  return datum.advantages?.[t] !== 0 && datum.weights?.[t] !== 0;
}

/** q of a position; p where none was recorded (NaN), as if the weights of now had sampled it. */
export function behaviourLogprob(datum: Datum, t: number, p: number): number {
  const q = datum.behaviourLogprobs?.[t] ?? Number.NaN;
  return Number.isNaN(q) ? p : q;
}

/**
 * Sums w·term over the positions that take part. `sequenceRatio` replaces the ratio of every position.
 *
 * Metrics: `kl:mean` is the estimate r − 1 − ln r of the divergence of the sampling policy from the one of now, never
 * negative and unbiased under the policy that sampled. Source: Schulman, "Approximating KL Divergence" (2020), k3.
 */
export function sumOverPositions(
  datum: Datum,
  logprobs: Float32Array,
  termOf: (position: PolicyPosition) => PolicyTerm,
  sequenceRatio?: number,
): LossTerm {
  const gradient = new Float32Array(logprobs.length);
  let loss = 0;
  let positions = 0;
  let ratios = 0;
  let largestRatio = 0;
  let clipped = 0;
  let divergence = 0;
  for (const [t, p] of logprobs.entries()) {
    if (!takesPart(datum, t)) continue;
    const w = datum.weights?.[t] ?? 1;
    const q = behaviourLogprob(datum, t, p);
    const ratio = sequenceRatio ?? Math.exp(p - q);
    const term = termOf({ p, q, ratio, advantage: datum.advantages?.[t] ?? 0 });
    loss += w * term.loss;
    gradient[t] = w * term.gradient;
    positions += 1;
    ratios += ratio;
    largestRatio = Math.max(largestRatio, ratio);
    clipped += term.isClipped ? 1 : 0;
    divergence += Math.exp(p - q) - 1 - (p - q);
  }
  if (positions === 0) return { loss: 0, gradient, metrics: { "loss:sum": 0, "positions:sum": 0 } };
  return {
    loss,
    gradient,
    metrics: {
      "loss:sum": loss,
      "positions:sum": positions,
      "ratio:mean": ratios / positions,
      "ratio:max": largestRatio,
      "clipped:mean": clipped / positions,
      "kl:mean": divergence / positions,
    },
  };
}
