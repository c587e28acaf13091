import type { Datum, LossSpec } from "../datum.ts";
import { onlyFinite } from "./finite.ts";
import type { LossTerm } from "./loss-function.ts";
import {
  policyRules,
  type PolicyDatum,
  type PolicyOptions,
  type PolicyRules,
} from "./policy-options.ts";
import type { PolicyPosition, PolicyTerm } from "./positions.ts";
import { meanDifference, sumOverPositions, takesPart } from "./positions.ts";

/**
 * The loss of a reinforcement-learning job, with r = exp(p − q), s = exp(mean of p − q over the positions that are
 * trained) and the job's options in this order:
 *
 *     r ← s, (r + s)/2 or √(r·s)                 by the level `sequence`, `average` or `geometric_average`
 *     r ← min(r, M)                              where M is given; for tokens of either sign of A
 *     r ← r if low < r < high, else 0            where the ratio is masked
 *     A ← A − τ·sg(p − q)                        with the difference as it was before level and M
 *     ppo:      ℓ = −min(r·A, clip(r, low, high)·A)
 *     not ppo:  ℓ = −sg(clip(r, low, high))·A·p
 *     ℓ ← ℓ·sg(min(r', U))                       where U is given; r' = exp(q − o) with o of the rollout, else r
 *
 * with low = 1 − ε and high = 1 + ε_high. Without `ppo` the clip comes after the mask, so that a masked token keeps
 * the factor max(0, 1 − ε) and is gone only where ε is at least 1. With `ppo`, s has a derivative by every p of the
 * sequence. Weights multiply the term and stand for the share of the trajectory; they are not folded into A, which τ
 * would not survive. A position whose weight is 0 is not trained; where there are no weights, one of advantage 0.
 *
 * Sources: PPO and CISPO as in `ppo.ts` and `cispo.ts`; s as in `gspo.ts`; τ after the policy regulariser of Kimi
 * Team, "Kimi K2" (2025); M and U after truncated importance sampling (Ionides, 2008).
 *
 * @throws {EngineError} `invalid`, naming the option, when one is not a number that makes sense.
 */
export function policyLoss(
  options: PolicyOptions,
): (datum: PolicyDatum, logprobs: Float32Array) => LossTerm {
  const rules = policyRules(options);
  const termOf = rules.ppo ? ppoTerm : cispoTerm;
  return onlyFinite("the policy loss", (datum: PolicyDatum, logprobs) => {
    const ofSequence =
      rules.level === "token" ? 1 : Math.exp(meanDifference(datum, logprobs, isTrained));
    return sumOverPositions(
      datum,
      logprobs,
      (position) => {
        const ratio = ratioOf(position, ofSequence, rules);
        const advantage = position.advantage - rules.tau * (position.p - position.q);
        const term = termOf(position, { ratio, advantage, rules });
        return truncated(term, truncationOf(position, ratio.value, datum, rules));
      },
      { takesPart: isTrained },
    );
  });
}

/**
 * The named loss that equals `policyLoss`, which saves the extra forward pass on engines that have it; null where
 * none does: with τ, a mask, a level or truncation, and with M where a clip does not stand in for it.
 */
export function namedPolicyLoss(options: PolicyOptions): LossSpec | null {
  const { ppo, level, low, high, largest, mask, tau, truncation } = policyRules(options);
  if (mask || tau !== 0 || level !== "token" || truncation !== Infinity) return null;
  const clipLow = Math.max(0, low);
  if (ppo) return largest === Infinity ? { name: "ppo", clipLow, clipHigh: high } : null;
  if (largest < low) return null;
  return { name: "cispo", clipLow, clipHigh: Math.min(high, largest) };
}

/** Whether a position of a job's sequence is trained: an advantage of 0 may still be pushed, by τ. */
export function isTrained(datum: Datum, t: number): boolean {
  return datum.weights === undefined ? takesPart(datum, t) : datum.weights[t] !== 0;
}

/** The ratio of a token, with its derivatives by p of its own and by the mean of p. */
interface LevelRatio {
  readonly value: number;
  readonly byOwn: number;
  readonly byMean: number;
  /** Whether M or the mask put a constant in its place. */
  readonly isReplaced: boolean;
}

interface TermParts {
  readonly ratio: LevelRatio;
  readonly advantage: number;
  readonly rules: PolicyRules;
}

function ratioOf(
  { ratio }: PolicyPosition,
  ofSequence: number,
  { level, low, high, largest, mask }: PolicyRules,
): LevelRatio {
  const [value, byOwn, byMean] = levelOf(ratio, ofSequence, level);
  const bounded = Math.min(value, largest);
  const kept = mask && !(low < bounded && bounded < high) ? 0 : bounded;
  return kept === value
    ? { value, byOwn, byMean, isReplaced: false }
    : { value: kept, byOwn: 0, byMean: 0, isReplaced: true };
}

function levelOf(
  ofToken: number,
  ofSequence: number,
  level: PolicyRules["level"],
): readonly [value: number, byOwn: number, byMean: number] {
  if (level === "token") return [ofToken, ofToken, 0];
  if (level === "sequence") return [ofSequence, 0, ofSequence];
  if (level === "average") return [(ofToken + ofSequence) / 2, ofToken / 2, ofSequence / 2];
  const value = Math.sqrt(ofToken) * Math.sqrt(ofSequence);
  return [value, value / 2, value / 2];
}

function ppoTerm(_position: PolicyPosition, { ratio, advantage, rules }: TermParts): PolicyTerm {
  const plain = ratio.value * advantage;
  const clipped = Math.min(Math.max(ratio.value, rules.low), rules.high) * advantage;
  const isClipped = ratio.isReplaced || clipped < plain;
  return {
    loss: -Math.min(plain, clipped),
    gradient: isClipped ? 0 : -advantage * ratio.byOwn,
    meanGradient: isClipped ? 0 : -advantage * ratio.byMean,
    isClipped,
  };
}

function cispoTerm({ p }: PolicyPosition, { ratio, advantage, rules }: TermParts): PolicyTerm {
  const factor = Math.min(Math.max(ratio.value, rules.low), rules.high);
  return {
    loss: -factor * advantage * p,
    gradient: -factor * advantage,
    isClipped: ratio.isReplaced || factor !== ratio.value,
  };
}

/** min(r', U), or 1 where nothing is truncated. */
function truncationOf(
  { t, p, q }: PolicyPosition,
  ratio: number,
  { rolloutLogprobs }: PolicyDatum,
  { truncation }: PolicyRules,
): number {
  if (truncation === Infinity) return 1;
  if (rolloutLogprobs === undefined) return Math.min(ratio, truncation);
  const recorded = rolloutLogprobs[t] ?? Number.NaN;
  return Math.min(Math.exp(q - (Number.isNaN(recorded) ? p : recorded)), truncation);
}

function truncated(term: PolicyTerm, factor: number): PolicyTerm {
  if (factor === 1) return term;
  const { loss, gradient, meanGradient = 0, isClipped } = term;
  return {
    loss: loss * factor,
    gradient: gradient * factor,
    meanGradient: meanGradient * factor,
    isClipped,
  };
}
