import type { LossSpec } from "../datum.ts";
import { EngineError } from "../errors.ts";
import { onlyFinite } from "./finite.ts";
import type { LossFunction } from "./loss-function.ts";
import type { PolicyPosition, PolicyTerm } from "./positions.ts";
import { sumOverPositions } from "./positions.ts";

/** Options of the loss of a reinforcement-learning job; named after the fields of the training interface. */
export interface PolicyOptions {
  /** True: the clipped minimum of PPO; false, the default: the clipped factor of CISPO. */
  readonly ppo?: boolean;
  /** The lower bound of the ratio is 1 − epsilon; default 0.2 with `ppo`, else 1. */
  readonly epsilon?: number;
  /** The upper bound of the ratio is 1 + epsilonHigh; default `epsilon` with `ppo`, else 4. */
  readonly epsilonHigh?: number;
  /** The ratio of every token is at most this; 0 or left out: no bound. */
  readonly maxNegativeAdvantageImportanceSamplingWeight?: number;
  /** A ratio that is not strictly between the bounds counts as 0. */
  readonly maskProbRatio?: boolean;
  /** Takes τ·(p − q) from each advantage; 0 or left out: nothing. */
  readonly kimiK2Tau?: number;
}

/** Options with every default filled in. */
interface PolicyBounds {
  readonly low: number;
  readonly high: number;
  readonly largest: number;
  readonly mask: boolean;
  readonly tau: number;
}

/**
 * The loss of a reinforcement-learning job, with r = exp(p − q) and the job's options in this order:
 *
 *     r ← min(r, M)                              where M is given; for tokens of either sign of A
 *     r ← r if low < r < high, else 0            where the ratio is masked
 *     A ← A − τ·sg(p − q)                        with the difference as it was before M
 *     ppo:      ℓ = −min(r·A, clip(r, low, high)·A)
 *     not ppo:  ℓ = −sg(clip(r, low, high))·A·p
 *
 * with low = 1 − ε and high = 1 + ε_high. Without `ppo` the clip comes after the mask, so that a masked token keeps
 * the factor max(0, 1 − ε) and is gone only where ε is at least 1. Weights multiply the term and stand for the share
 * of the trajectory (`advantagesOf`); they are not folded into A, which τ would not survive.
 *
 * Sources: PPO and CISPO as in `ppo.ts` and `cispo.ts`; τ after the policy regulariser of Kimi Team, "Kimi K2" (2025);
 * M after the cap on importance weights of truncated importance sampling (Ionides, 2008).
 *
 * @throws {EngineError} `invalid`, naming the option, when one is not a number that makes sense.
 */
export function policyLoss(options: PolicyOptions): LossFunction {
  const bounds = boundsOf(options);
  const termOf = options.ppo === true ? ppoTerm : cispoTerm;
  return onlyFinite("the policy loss", (datum, logprobs) =>
    sumOverPositions(datum, logprobs, (position) => termOf(position, bounds)),
  );
}

/**
 * The named loss that equals `policyLoss`, which saves the extra forward pass on engines that have it; null where
 * none does: with τ, with a mask, and with M where a clip does not stand in for it.
 */
export function namedPolicyLoss(options: PolicyOptions): LossSpec | null {
  const { low, high, largest, mask, tau } = boundsOf(options);
  if (mask || tau !== 0) return null;
  const clipLow = Math.max(0, low);
  if (options.ppo === true) {
    return largest === Infinity ? { name: "ppo", clipLow, clipHigh: high } : null;
  }
  if (largest < low) return null;
  return { name: "cispo", clipLow, clipHigh: Math.min(high, largest) };
}

function ppoTerm(position: PolicyPosition, bounds: PolicyBounds): PolicyTerm {
  const { low, high } = bounds;
  const advantage = advantageOf(position, bounds);
  const ratio = ratioOf(position, bounds);
  const plain = ratio * advantage;
  const clipped = Math.min(Math.max(ratio, low), high) * advantage;
  // Where M or the mask put a constant in place of the ratio, or the clipped term is the smaller one.
  const isClipped = ratio !== position.ratio || clipped < plain;
  return { loss: -Math.min(plain, clipped), gradient: isClipped ? 0 : -plain, isClipped };
}

function cispoTerm(position: PolicyPosition, bounds: PolicyBounds): PolicyTerm {
  const { low, high } = bounds;
  const factor = Math.min(Math.max(ratioOf(position, bounds), low), high);
  const advantage = advantageOf(position, bounds);
  return {
    loss: -factor * advantage * position.p,
    gradient: -factor * advantage,
    isClipped: factor !== position.ratio,
  };
}

function ratioOf({ ratio }: PolicyPosition, { low, high, largest, mask }: PolicyBounds): number {
  const bounded = Math.min(ratio, largest);
  return mask && !(low < bounded && bounded < high) ? 0 : bounded;
}

function advantageOf({ p, q, advantage }: PolicyPosition, { tau }: PolicyBounds): number {
  return advantage - tau * (p - q);
}

function boundsOf(options: PolicyOptions): PolicyBounds {
  for (const name of [
    "epsilon",
    "epsilonHigh",
    "maxNegativeAdvantageImportanceSamplingWeight",
    "kimiK2Tau",
  ] as const) {
    const value = options[name];
    if (value === undefined || (Number.isFinite(value) && value >= 0)) continue;
    throw new EngineError(
      "invalid",
      `${name} must be a finite number of at least 0; got ${value}`,
      {
        parameter: name,
      },
    );
  }
  const isPpo = options.ppo === true;
  const epsilon = options.epsilon ?? (isPpo ? 0.2 : 1);
  const epsilonHigh = options.epsilonHigh ?? (isPpo ? epsilon : 4);
  const largest = options.maxNegativeAdvantageImportanceSamplingWeight ?? 0;
  return {
    low: 1 - epsilon,
    high: 1 + epsilonHigh,
    largest: largest === 0 ? Infinity : largest,
    mask: options.maskProbRatio === true,
    tau: options.kimiK2Tau ?? 0,
  };
}
