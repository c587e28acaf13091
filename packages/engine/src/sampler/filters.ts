import type { SamplerScratch } from "./scratch.ts";

import { partitionMass, partitionTop } from "./selection.ts";

/** Which tokens stay in the running; neutral values are topK 0, topP 1, minP 0. */
export interface Filters {
  readonly topK: number;
  readonly topP: number;
  readonly minP: number;
}

/**
 * Narrows the tokens down, in vLLM's order (`v1/sample/sampler.py`): min-p, top-k, top-p; each sees the probabilities
 * of what the one before it left.
 *
 * - min-p keeps p >= minP * largest p (Nguyen et al., "Turning up the heat", 2024).
 * - top-k keeps the k likeliest. Unlike vLLM, which keeps every tie with the last, it keeps exactly k, lower ids first.
 * - top-p keeps the smallest set of likeliest tokens whose mass is at least topP (Holtzman et al., 2019), at least one.
 *
 * @param scratch `weights` holds unnormalised probabilities with the largest at 1, in `ids` come the survivors, unordered
 * @returns how many survive
 */
export function narrow(scratch: SamplerScratch, filters: Filters): number {
  const { ids, weights, vocabularyTokens } = scratch;
  let count = 0;
  for (let token = 0; token < vocabularyTokens; token++) {
    const weight = weights[token]!;
    if (weight > 0 && weight >= filters.minP) ids[count++] = token;
  }
  if (filters.topK > 0 && filters.topK < count) {
    partitionTop(ids, count, weights, filters.topK);
    count = filters.topK;
  }
  if (filters.topP < 1) {
    let total = 0;
    for (let i = 0; i < count; i++) total += weights[ids[i]!]!;
    count = partitionMass(ids, count, weights, filters.topP * total);
  }
  return count;
}
