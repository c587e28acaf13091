import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";
import type { ServedModel } from "../../models/served-model.ts";
import type { ChatRequest } from "../requests/chat-request.ts";
import { ContextExceeded } from "./context-exceeded.ts";

/** How many tokens a request wants at most. */
export interface WantedTokens {
  /** As the request says; undefined where it says nothing. */
  readonly requested: number | undefined;
  /** What the makers of the model propose, where the request says nothing. */
  readonly proposed: number;
}

/**
 * The most tokens that a request wants, before its prompt is known.
 *
 * @throws ContextExceeded for more than the model's context has
 */
export function wantedTokens(request: ChatRequest, model: ServedModel): WantedTokens {
  const { max_completion_tokens: newer, max_tokens: older } = request;
  const requested = newer ?? older ?? undefined;
  const { contextTokens } = model.base;
  if (requested !== undefined && requested > contextTokens) {
    const param = (newer ?? undefined) === undefined ? "max_tokens" : "max_completion_tokens";
    throw new ContextExceeded(param, contextTokens, `${requested} were asked for.`);
  }
  return { requested, proposed: model.generationDefaults.maxTokens ?? Infinity };
}

/**
 * How many tokens the answer to a prompt may have.
 *
 * @throws ContextExceeded when the prompt leaves less room than was asked for; InvalidParameter when
 * `min_tokens` is more than that
 */
export function tokenLimit(
  promptTokens: number,
  { requested, proposed }: WantedTokens,
  { min_tokens: minTokens = 0 }: ChatRequest,
  { base: { contextTokens } }: ServedModel,
): number {
  const room = contextTokens - promptTokens;
  if (room < (requested ?? 1)) {
    throw new ContextExceeded(
      "messages",
      contextTokens,
      `The prompt has ${promptTokens} tokens, and ${requested ?? "at least 1"} were asked for.`,
    );
  }
  const most = Math.min(room, requested ?? proposed);
  if (minTokens > most) {
    throw new InvalidParameter(
      "min_tokens",
      `min_tokens is ${minTokens}, and the answer may have at most ${most} tokens.`,
    );
  }
  return most;
}
