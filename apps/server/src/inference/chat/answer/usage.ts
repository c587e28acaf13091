import type { Inference } from "@heddle/types";

/**
 * The usage of an answer. `cachedTokens` of the prompt were not computed anew; the tokens of all
 * choices count.
 */
export function usageOf(
  promptTokens: number,
  completionTokens: number,
  cachedTokens: number,
): Inference.Usage {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  };
}
