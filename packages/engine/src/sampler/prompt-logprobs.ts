import type { PromptLogprob } from "../sampling.ts";
import type { SamplerScratch } from "./scratch.ts";

import { logSumExp, rankOf, topLogprobs } from "./log-softmax.ts";

/**
 * What is known of one token of a prompt.
 *
 * @param logits [vocabulary] after the token before it
 * @param top how many alternatives; 0 for none, -1 for the whole vocabulary
 * @throws EngineError `numerical` where logits are not finite
 */
export function promptLogprob(
  logits: Float32Array,
  token: number,
  top: number,
  scratch: SamplerScratch,
): PromptLogprob {
  const count = scratch.vocabularyTokens;
  const normaliser = logSumExp(logits, count, scratch.weights);
  return {
    token,
    logprob: logits[token]! - normaliser,
    rank: rankOf(logits, count, token),
    top: topLogprobs(logits, top, normaliser, scratch),
  };
}
