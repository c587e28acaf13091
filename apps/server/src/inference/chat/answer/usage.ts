import type { Inference } from "@heddle/types";
import type { Choice } from "./choice.ts";

/**
 * The usage of an answer to a prompt of so many tokens, of which `cachedTokens` were not computed
 * anew. The tokens of all choices count, and those of reasoning where it is looked for.
 */
export function usageOf(
  promptTokens: number,
  cachedTokens: number,
  choices: readonly Pick<Choice, "tokens" | "reasoningTokens">[],
): Inference.Usage {
  const completionTokens = choices.reduce((sum, { tokens }) => sum + tokens, 0);
  const reasoning = choices.flatMap(({ reasoningTokens }) => reasoningTokens ?? []);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
    ...(reasoning.length > 0 && {
      completion_tokens_details: { reasoning_tokens: reasoning.reduce((sum, one) => sum + one) },
    }),
  };
}
