import { EngineError } from "@heddle/engine";
import {
  type ApiError,
  BadRequest,
  Conflict,
  GatewayTimeout,
  NotFound,
  Unavailable,
} from "@heddle/server-kit";

/** Members of a chat request, by the engine's names for them. */
const members: Readonly<Record<string, string>> = {
  prompt: "messages",
  text: "messages",
  maxTokens: "max_completion_tokens",
  topP: "top_p",
  topK: "top_k",
  minP: "min_p",
  repetitionPenalty: "repetition_penalty",
  frequencyPenalty: "frequency_penalty",
  presencePenalty: "presence_penalty",
  logitBias: "logit_bias",
  allowedTokens: "allowed_token_ids",
  badWords: "bad_words",
  minTokens: "min_tokens",
  stopTokens: "stop_token_ids",
  stopStrings: "stop",
  beamSearch: "use_beam_search",
  topLogprobs: "top_logprobs",
  promptLogprobs: "prompt_logprobs",
  cacheSalt: "cache_salt",
  constraint: "structured_outputs",
};

/** The answer to an error of the engine; undefined for a defect of it, which is ours to mend. */
export function engineAnswerTo(error: unknown): ApiError | undefined {
  if (!(error instanceof EngineError)) return undefined;
  const { kind, message, parameter, retryAfterMs = 1000 } = error;
  const param = parameter === undefined ? null : (members[parameter] ?? parameter);
  const retryAfterS = retryAfterMs / 1000;
  switch (kind) {
    case "invalid":
      return new BadRequest(message, { param, code: "invalid_parameter" });
    case "unsupported":
      return new BadRequest(message, { param, code: "unsupported_parameter" });
    case "not_found":
      return new NotFound(message, { param: "model", code: "model_not_found" });
    case "conflict":
      return new Conflict(message);
    case "busy":
      return new Unavailable(
        `The engine is currently overloaded, please try again later: ${message}`,
        retryAfterS,
      );
    case "unavailable":
    case "model_lost":
      return new Unavailable(
        "The engine was stopped and starts again. Send the request again in a moment.",
        retryAfterS,
        { code: "engine_unavailable" },
      );
    case "cancelled":
      return new Unavailable(
        "The answer was cut, because its time was up or the server is stopping. Send the request again.",
        retryAfterS,
        { code: "cancelled" },
      );
    case "deadline":
      return new GatewayTimeout(message);
    default:
      return undefined;
  }
}
