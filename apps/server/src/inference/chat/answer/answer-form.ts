import type { ServedModel } from "../../models/served-model.ts";
import type { OutputPlan } from "../plan-output.ts";
import type { ChatRequest } from "../requests/chat-request.ts";

/** What an answer has beside its text. */
export interface AnswerForm {
  /** Log probabilities of the answer's tokens. */
  readonly logprobs: boolean;
  /** How many of the likeliest tokens beside each; 0 without log probabilities. */
  readonly topLogprobs: number;
  /** How many of the likeliest tokens beside each token of the prompt; undefined: none of it is given. */
  readonly promptLogprobs: number | undefined;
  /** Ids of the tokens of prompt and answer. */
  readonly tokenIds: boolean;
  /** The ids of the prompt stand in each choice too. */
  readonly promptIdsInChoices: boolean;
  /** Tokens in log probabilities are written as `token_id:<id>`. */
  readonly tokensAsIds: boolean;
}

/**
 * What an answer has beside its text: what the request asks for. A trained model always gives what
 * it takes to train on the answer. Reference: inference-api §6.4, training-api §2.5.
 */
export function answerForm(
  request: ChatRequest,
  { isTrained }: ServedModel,
  { hidesReasoning }: OutputPlan,
): AnswerForm {
  // Hidden reasoning could be read off its tokens. Whoever trains a model may read all it says.
  const isHidden = hidesReasoning && !isTrained;
  const logprobs = isTrained || (request.logprobs === true && !isHidden);
  return {
    logprobs,
    topLogprobs: logprobs ? (request.top_logprobs ?? 0) : 0,
    promptLogprobs: promptLogprobsOf(request),
    tokenIds: isTrained || (request.return_token_ids === true && !isHidden),
    promptIdsInChoices: isTrained,
    tokensAsIds: isTrained || request.return_tokens_as_token_ids === true,
  };
}

/** `echo` asks for those of the prompt in the same width as `top_logprobs`; a stream has none. */
function promptLogprobsOf(request: ChatRequest): number | undefined {
  if (request.stream === true) return undefined;
  const echoes = request.echo === true ? (request.top_logprobs ?? 0) : undefined;
  return request.prompt_logprobs ?? echoes;
}
