/**
 * One training sequence. Position `t` of `inputTokens` predicts `targetTokens[t]`: the caller shifts.
 * All arrays have one entry per input token, `N` of them, `N` at least 1.
 */
export interface Datum {
  /** [N] */
  readonly inputTokens: Int32Array;
  /** [N] */
  readonly targetTokens: Int32Array;
  /** [N]: factor of each position in the loss; may be negative. Left out: 1 for every position. */
  readonly weights?: Float32Array;
  /** [N]: log-probability of each target when it was sampled; for losses that compare policies. */
  readonly behaviourLogprobs?: Float32Array;
  /** [N]: advantage of each target, all normalisation folded in; 0 takes a position out. */
  readonly advantages?: Float32Array;
}

/**
 * A loss by name with its options. The loss of a call is the plain sum over positions; who wants a mean divides
 * weights or advantages. Clip bounds are bounds of the ratio (0.8 and 1.2), not distances from 1.
 */
export type LossSpec =
  | { readonly name: "cross_entropy" }
  | { readonly name: "importance_sampling" }
  | { readonly name: "ppo"; readonly clipLow: number; readonly clipHigh: number }
  | { readonly name: "cispo"; readonly clipLow: number; readonly clipHigh: number }
  | { readonly name: "dro"; readonly beta: number }
  | { readonly name: "gspo"; readonly clipLow: number; readonly clipHigh: number }
  | { readonly name: "dppo"; readonly deltaLow: number; readonly deltaHigh: number };

/** What `forward` found: for each datum, in order, numbers for each target token. */
export interface ForwardResult {
  /** [data][N]: the log-probability of the target. */
  readonly logprobs: readonly Float32Array[];
  /**
   * [data][N]: the entropy of the distribution that the target comes from, −Σ p·ln p over the vocabulary, in nats.
   * Absent where the profile says that the engine reports none.
   */
  readonly entropies?: readonly Float32Array[];
}

/** What `accumulate` found, under the weights before the step. */
export interface AccumulateResult extends ForwardResult {
  /** Names end in how values of several calls combine: `loss:sum`, `ratio:mean`, `ratio:max`. */
  readonly metrics: Readonly<Record<string, number>>;
}

/** AdamW with decoupled decay. Only the learning rate must be given. */
export interface AdamParameters {
  readonly learningRate: number;
  /** Default 0.9 and 0.95. */
  readonly betas?: readonly [number, number];
  /** Default 1e-12. */
  readonly epsilon?: number;
  /** Default 0. */
  readonly weightDecay?: number;
  /** Gradients are scaled down to this norm; 0 or left out: never. */
  readonly clipNorm?: number;
}

/** What `step` did. */
export interface StepResult {
  /** Norm of the accumulated gradient before clipping; 0 when nothing was accumulated. */
  readonly gradientNorm: number;
  /** Steps that this model has taken, this one included. */
  readonly step: number;
}
