import { EngineError, type PromptText } from "@heddle/engine";
import type { ServedModel } from "../../models/served-model.ts";
import type { ChatRequest } from "../requests/chat-request.ts";
import { ContextExceeded } from "./context-exceeded.ts";
import { templateVariables } from "./template-variables.ts";
import { tokenLimit, wantedTokens } from "./token-limit.ts";
import { truncated } from "./truncated.ts";

/** A conversation as the model reads it, and the room that it leaves for the answer. */
export interface Prompt {
  /** As the template wrote it. */
  readonly text: string;
  readonly tokens: Int32Array;
  /** The most tokens of the answer. */
  readonly maxTokens: number;
}

/**
 * Writes the conversation by the model's chat template, and encodes it.
 *
 * @throws ContextExceeded if it leaves too little room, InvalidParameter for messages or numbers
 * that do not fit, EngineError `invalid` where the template refuses the messages
 */
export async function promptOf(
  request: ChatRequest,
  model: ServedModel,
  signal: AbortSignal,
): Promise<Prompt> {
  const wanted = wantedTokens(request, model);
  const { text, tokens: whole } = await written(request, model, signal);
  const tokens = truncated(whole, request, wanted, model);
  return { text, tokens, maxTokens: tokenLimit(tokens.length, wanted, request, model) };
}

async function written(
  request: ChatRequest,
  { base, text }: ServedModel,
  signal: AbortSignal,
): Promise<PromptText> {
  const { add_special_tokens: addSpecialTokens = false } = request;
  try {
    return await text.prompt(templateVariables(request), { addSpecialTokens, signal });
  } catch (error) {
    // The engine refuses a text that cannot fit before it encodes any of it.
    if (!(error instanceof EngineError) || error.parameter !== "text") throw error;
    throw new ContextExceeded("messages", base.contextTokens, error.message);
  }
}
