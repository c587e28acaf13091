import type { TokenLogprob } from "../sampling.ts";

import { EngineError } from "../errors.ts";
import { SamplerScratch } from "./scratch.ts";
import { partitionTop } from "./selection.ts";

/**
 * The logarithm of the sum of exponentials of a row of logits [count]; subtracting it turns logits into log-probabilities.
 * -Infinity counts as probability zero.
 *
 * @param weights filled with exp(logit - largest logit): probabilities but for a common factor
 * @throws EngineError `numerical` where a logit is NaN or Infinity, or where all are -Infinity
 */
export function logSumExp(logits: Float32Array, count: number, weights: Float64Array): number {
  let largest = -Infinity;
  for (let i = 0; i < count; i++) {
    const value = logits[i]!;
    if (value > largest) largest = value;
  }
  if (largest === -Infinity || largest === Infinity) throw notFinite(logits, count);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const weight = Math.exp(logits[i]! - largest);
    weights[i] = weight;
    sum += weight;
  }
  // A NaN is never the largest, but it spoils the sum.
  if (Number.isNaN(sum)) throw notFinite(logits, count);
  return largest + Math.log(sum);
}

function notFinite(logits: Float32Array, count: number): EngineError {
  for (let i = 0; i < count; i++) {
    const value = logits[i]!;
    if (Number.isNaN(value) || value === Infinity) {
      return new EngineError(
        "numerical",
        `The logit of token ${i} is ${value}: the model's weights are damaged or have diverged. Go back to an earlier checkpoint.`,
      );
    }
  }
  return new EngineError(
    "numerical",
    "No token has a probability above zero: every logit is -Infinity. The model's weights are damaged or have diverged. Go back to an earlier checkpoint.",
  );
}

/** 1 for the likeliest token. Of equal ones the lower id comes first. */
export function rankOf(logits: Float32Array, count: number, token: number): number {
  const value = logits[token]!;
  let rank = 1;
  for (let i = 0; i < count; i++) {
    const other = logits[i]!;
    if (other > value || (other === value && i < token)) rank++;
  }
  return rank;
}

/**
 * The likeliest tokens of a row of logits [vocabulary], best first, equals by ascending id.
 *
 * @param top how many; -1 for the whole vocabulary
 */
export function topLogprobs(
  logits: Float32Array,
  top: number,
  normaliser: number,
  scratch: SamplerScratch = new SamplerScratch(logits.length),
): TokenLogprob[] {
  const vocabulary = scratch.vocabularyTokens;
  const wanted = top === -1 ? vocabulary : Math.min(top, vocabulary);
  const { ids } = scratch;
  for (let i = 0; i < vocabulary; i++) ids[i] = i;
  partitionTop(ids, vocabulary, logits, wanted);
  const best = ids.subarray(0, wanted).sort((a, b) => logits[b]! - logits[a]! || a - b);
  return Array.from(best, (token, index) => ({
    token,
    logprob: logits[token]! - normaliser,
    rank: index + 1,
  }));
}
