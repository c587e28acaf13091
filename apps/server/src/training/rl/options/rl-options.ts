import type { DivergencePenalty, PolicyOptions } from "@heddle/engine/losses";

/** The checkpoint that a divergence is measured from. */
export type ReferencePolicy =
  | { readonly kind: "base" }
  | { readonly kind: "step"; readonly step: number }
  /** So many steps before the one that the job starts from, and at least step 0. */
  | { readonly kind: "lag"; readonly steps: number };

/** What keeps a policy near another one. */
export interface ReferencePenalty extends DivergencePenalty {
  readonly reference: ReferencePolicy;
}

/** How a job trains: its configuration, checked, with defaults. */
export interface RlOptions {
  readonly learningRate: number;
  /** The rate is multiplied by the sequences of a step to this power. */
  readonly ratePower: number;
  readonly scalesRateByRewardDeviation: boolean;
  readonly policy: PolicyOptions;
  readonly scaleRewards: boolean;
  readonly advantageBalance: number;
  /** Take the old log probabilities from the trainer before the first step. */
  readonly precalculatesLogprobs: boolean;
  /** Train on turns without log probabilities too. */
  readonly trainsUnrecorded: boolean;
  readonly penalty?: ReferencePenalty;
  /** Tokens of a row; as the longest sequence needs where left out. */
  readonly rowTokens?: number;
}
