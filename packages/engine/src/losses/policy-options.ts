import type { Datum } from "../datum.ts";
import { EngineError } from "../errors.ts";

/** A sequence of a reinforcement-learning job. */
export interface PolicyDatum extends Datum {
  /**
   * [N]: log-probability of each target at the rollout, where `behaviourLogprobs` are those of another policy than the
   * one that sampled: the trainer's own, computed before the first step. NaN where none was recorded.
   */
  readonly rolloutLogprobs?: Float32Array;
}

/** What the ratio of a token is taken over: see `policyLoss`. */
export type ImportanceSamplingLevel = "token" | "sequence" | "average" | "geometric_average";

/** Options of the loss of a reinforcement-learning job; named after the fields of the training interface. */
export interface PolicyOptions {
  /** True: the clipped minimum of PPO; false, the default: the clipped factor of CISPO. */
  readonly ppo?: boolean;
  /** The lower bound of the ratio is 1 − epsilon; default 0.2 with `ppo`, else 1. */
  readonly epsilon?: number;
  /** The upper bound of the ratio is 1 + epsilonHigh; default `epsilon` with `ppo`, else 4. */
  readonly epsilonHigh?: number;
  /** Default `token`. */
  readonly importanceSamplingLevel?: ImportanceSamplingLevel;
  /** The ratio of every token is at most this; 0 or left out: no bound. */
  readonly maxNegativeAdvantageImportanceSamplingWeight?: number;
  /** A ratio that is not strictly between the bounds counts as 0. */
  readonly maskProbRatio?: boolean;
  /** Takes τ·(p − q) from each advantage; 0 or left out: nothing. */
  readonly kimiK2Tau?: number;
  /** The term of a token times its ratio, or this where the ratio is larger; 0 or left out: as it is. */
  readonly truncatedImportanceSampling?: number;
}

/** Options with every default filled in. */
export interface PolicyRules {
  readonly ppo: boolean;
  readonly level: ImportanceSamplingLevel;
  readonly low: number;
  readonly high: number;
  readonly largest: number;
  readonly mask: boolean;
  readonly tau: number;
  /** Infinity: nothing is truncated, and no term is multiplied. */
  readonly truncation: number;
}

/** @throws {EngineError} `invalid`, naming the option, when one is not a number that makes sense. */
export function policyRules(options: PolicyOptions): PolicyRules {
  for (const name of [
    "epsilon",
    "epsilonHigh",
    "maxNegativeAdvantageImportanceSamplingWeight",
    "kimiK2Tau",
    "truncatedImportanceSampling",
  ] as const) {
    const value = options[name];
    if (value === undefined || (Number.isFinite(value) && value >= 0)) continue;
    throw new EngineError(
      "invalid",
      `${name} must be a finite number of at least 0; got ${value}`,
      { parameter: name },
    );
  }
  const ppo = options.ppo === true;
  const epsilon = options.epsilon ?? (ppo ? 0.2 : 1);
  const epsilonHigh = options.epsilonHigh ?? (ppo ? epsilon : 4);
  return {
    ppo,
    level: options.importanceSamplingLevel ?? "token",
    low: 1 - epsilon,
    high: 1 + epsilonHigh,
    largest: options.maxNegativeAdvantageImportanceSamplingWeight || Infinity,
    mask: options.maskProbRatio === true,
    tau: options.kimiK2Tau ?? 0,
    truncation: options.truncatedImportanceSampling || Infinity,
  };
}
