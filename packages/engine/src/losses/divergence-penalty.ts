import { isTrained } from "./policy.ts";
import type { PolicyDatum } from "./policy-options.ts";
import { behaviourLogprob } from "./positions.ts";

/** How far a policy may go from a reference, and how that is measured. */
export interface DivergencePenalty {
  /** c, at least 0. */
  readonly coefficient: number;
  /** Measure the policy as it is now, or as it was when it sampled. */
  readonly source: "current_learner" | "sample";
}

/** Sequences whose advantages have the penalty in them. */
export interface PenalisedData {
  readonly data: readonly PolicyDatum[];
  /** k̄ */
  readonly divergence: number;
}

/**
 * Moves advantage from the tokens that drifted more than average from a reference to those that drifted less:
 *
 *     k_t = source_t − ref_t          for each trained position of all sequences
 *     k̄ = mean of k_t
 *     A_t ← A_t + c·(k̄ − k_t)
 *
 * with the source p or q, as a constant. k̄ estimates the divergence of the policy from the reference on the tokens
 * that were sampled. `logprobs` are p and `reference` the log-probabilities under the reference, both [data][N].
 * Source: Schulman, "Approximating KL Divergence" (2020), k1, with its own mean as baseline.
 */
export function penaliseDivergence(
  data: readonly PolicyDatum[],
  logprobs: readonly Float32Array[],
  reference: readonly Float32Array[],
  { coefficient, source }: DivergencePenalty,
): PenalisedData {
  let sum = 0;
  let positions = 0;
  const distances = data.map((datum, index) =>
    Float64Array.from(datum.inputTokens, (_token, t) => {
      if (!isTrained(datum, t)) return 0;
      const p = logprobs[index]?.[t] ?? Number.NaN;
      const from = source === "sample" ? behaviourLogprob(datum, t, p) : p;
      const distance = from - (reference[index]?.[t] ?? Number.NaN);
      sum += distance;
      positions += 1;
      return distance;
    }),
  );
  const divergence = positions === 0 ? 0 : sum / positions;
  return {
    divergence,
    data: data.map((datum, index) => ({
      ...datum,
      advantages: Float32Array.from(datum.inputTokens, (_token, t) => {
        const advantage = datum.advantages?.[t] ?? 0;
        if (!isTrained(datum, t)) return advantage;
        return advantage + coefficient * (divergence - (distances[index]?.[t] ?? 0));
      }),
    })),
  };
}
