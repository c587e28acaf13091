import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";
import type { ServedModel } from "../../models/served-model.ts";
import type { ChatRequest } from "../requests/chat-request.ts";
import type { WantedTokens } from "./token-limit.ts";

/**
 * The end of a prompt, as `truncate_prompt_tokens` wants it: so many tokens, or with -1 as many as
 * leave room for the answer. Where nobody says how long the answer is, room for one token stays.
 *
 * @throws InvalidParameter for more tokens than fit, and for none
 */
export function truncated(
  prompt: Int32Array,
  { truncate_prompt_tokens: keep }: ChatRequest,
  { requested, proposed }: WantedTokens,
  { base: { contextTokens } }: ServedModel,
): Int32Array {
  if (keep === undefined || keep === null) return prompt;
  const room = contextTokens - (requested ?? 1);
  if (keep > room) {
    throw new InvalidParameter(
      "truncate_prompt_tokens",
      `truncate_prompt_tokens is ${keep}; beside the answer, the context of ${contextTokens} ` +
        `tokens has room for ${room}.`,
    );
  }
  if (keep === 0) {
    throw new InvalidParameter(
      "truncate_prompt_tokens",
      "truncate_prompt_tokens is 0, which leaves nothing to answer. Keep at least one token.",
    );
  }
  if (keep > 0) return prompt.subarray(Math.max(0, prompt.length - keep));
  const reserved = requested ?? Math.min(proposed, contextTokens - 1);
  const kept = Math.max(1, contextTokens - (Number.isFinite(reserved) ? reserved : 1));
  return prompt.subarray(Math.max(0, prompt.length - kept));
}
