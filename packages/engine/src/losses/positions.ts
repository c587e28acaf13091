import type { Datum } from "../datum.ts";
import type { LossTerm } from "./loss-function.ts";

/** What a loss that compares policies sees of one position. */
export interface PolicyPosition {
  /** Its place in the sequence. */
  readonly t: number;
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
  /** dℓ by the mean of p over the positions that take part, where the term depends on that mean too. */
  readonly meanGradient?: number;
  /** Whether a clip or a mask changed the term. */
  readonly isClipped: boolean;
}

/** How a loss looks at a sequence. */
export interface PositionRules {
  /** Whether a position is there; `takesPart` where left out. */
  readonly takesPart?: (datum: Datum, t: number) => boolean;
  /** Replaces the ratio of every position. */
  readonly sequenceRatio?: number;
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

/** The mean of p − q over the positions that take part; 0 when none does. */
export function meanDifference(
  datum: Datum,
  logprobs: Float32Array,
  isThere: (datum: Datum, t: number) => boolean = takesPart,
): number {
  let sum = 0;
  let positions = 0;
  for (const [t, p] of logprobs.entries()) {
    if (!isThere(datum, t)) continue;
    sum += p - behaviourLogprob(datum, t, p);
    positions += 1;
  }
  return positions === 0 ? 0 : sum / positions;
}

/**
 * Sums w·term over the positions that take part.
 *
 * Metrics: `kl:mean` is the estimate r − 1 − ln r of the divergence of the sampling policy from the one of now, never
 * negative and unbiased under the policy that sampled. Source: Schulman, "Approximating KL Divergence" (2020), k3.
 */
export function sumOverPositions(
  datum: Datum,
  logprobs: Float32Array,
  termOf: (position: PolicyPosition) => PolicyTerm,
  { takesPart: isThere = takesPart, sequenceRatio }: PositionRules = {},
): LossTerm {
  const gradient = new Float32Array(logprobs.length);
  let loss = 0;
  let meanGradient = 0;
  let positions = 0;
  let ratios = 0;
  let largestRatio = 0;
  let clipped = 0;
  let divergence = 0;
  for (const [t, p] of logprobs.entries()) {
    if (!isThere(datum, t)) continue;
    const w = datum.weights?.[t] ?? 1;
    const q = behaviourLogprob(datum, t, p);
    const ratio = sequenceRatio ?? Math.exp(p - q);
    const term = termOf({ t, p, q, ratio, advantage: datum.advantages?.[t] ?? 0 });
    loss += w * term.loss;
    gradient[t] = w * term.gradient;
    meanGradient += w * (term.meanGradient ?? 0);
    positions += 1;
    ratios += ratio;
    largestRatio = Math.max(largestRatio, ratio);
    clipped += term.isClipped ? 1 : 0;
    divergence += Math.exp(p - q) - 1 - (p - q);
  }
  if (positions === 0) return { loss: 0, gradient, metrics: { "loss:sum": 0, "positions:sum": 0 } };
  if (meanGradient !== 0) {
    const share = meanGradient / positions;
    for (let t = 0; t < gradient.length; t += 1) {
      if (isThere(datum, t)) gradient[t] = (gradient[t] ?? 0) + share;
    }
  }
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
