import { EngineError, type PromptLogprob } from "@heddle/engine";
import type { Inference } from "@heddle/types";
import type { PreparedAnswer } from "../answer/prepared-answer.ts";
import { usageOf } from "../answer/usage.ts";
import { promptLogprobs } from "../logprobs/prompt-logprobs.ts";
import { holdTokens } from "./held-answer.ts";
import { WholeChoice } from "./whole-choice.ts";

/**
 * Samples an answer to its end, and writes it in one piece. Reference: inference-api §7.1.
 *
 * @throws EngineError what the engine fails with; BudgetFull when the answer grows beyond what the
 * server has room for
 */
export async function completion(answer: PreparedAnswer): Promise<Inference.ChatCompletion> {
  const { form, prompt, choices, texts } = answer;
  const whole = choices.map((choice) => new WholeChoice(choice, answer));
  const ended: Inference.ChatChoice[] = [];
  let cachedTokens = 0;
  let ofPrompt: readonly (PromptLogprob | null)[] | undefined;
  const logprobsOfEach = form.logprobs ? 1 + form.topLogprobs : 0;
  if (form.promptLogprobs !== undefined) holdTokens(prompt.length, 1 + form.promptLogprobs);
  for await (const event of answer.events) {
    if (event.kind === "prompt") {
      ({ cachedTokens, logprobs: ofPrompt } = event);
    } else if (event.kind === "tokens") {
      holdTokens(event.tokens.length, logprobsOfEach);
      whole[event.index]?.push(choices[event.index]!.push(event));
    } else {
      ended[event.index] = whole[event.index]!.end(event.stop);
    }
  }
  if (Object.keys(ended).length < choices.length) throw unfinished();
  return {
    id: answer.id,
    object: "chat.completion",
    created: answer.createdS,
    model: answer.model,
    choices: ended,
    usage: usageOf(prompt.length, cachedTokens, choices),
    service_tier: null,
    system_fingerprint: null,
    prompt_logprobs: ofPrompt === undefined ? null : promptLogprobs(ofPrompt, texts),
    prompt_token_ids: form.tokenIds ? [...prompt] : null,
    kv_transfer_params: null,
  };
}

function unfinished(): EngineError {
  return new EngineError("internal", "the sample ended before all its choices were finished");
}
