import type { Trace, Training } from "@heddle/types";

/**
 * The usage that turns report to a summary, under the name of their model; undefined where no turn says
 * how many tokens it has.
 */
export function turnUsage(
  model: string,
  turns: readonly Training.TrainableChoice[],
): Trace.CompletedCall["summary"] | undefined {
  const known = turns.flatMap((turn) => {
    const sampled = (turn.token_ids ?? turn.logprobs?.content ?? turn.logprobs?.refusal)?.length;
    return sampled === undefined ? [] : [{ sampled, prompt: turn.prompt_token_ids?.length ?? 0 }];
  });
  if (known.length === 0) return undefined;
  const completionTokens = known.reduce((sum, { sampled }) => sum + sampled, 0);
  const promptTokens = known.reduce((sum, { prompt }) => sum + prompt, 0);
  return {
    usage: {
      [model]: {
        requests: known.length,
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        total_tokens: promptTokens + completionTokens,
      },
    },
  };
}
