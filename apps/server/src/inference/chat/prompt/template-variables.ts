import type { TemplateVariables } from "@heddle/engine";
import { readMessages } from "../messages/read-messages.ts";
import type { ChatRequest } from "../requests/chat-request.ts";
import { templateTools } from "../tools/template-tools.ts";

/** Names of `chat_template_kwargs` that members of the request have too; those members count. */
const ownMembers = ["add_generation_prompt", "continue_final_message", "messages"] as const;

/**
 * What the chat template of a model is rendered with. A member of the request wins over a variable
 * of its name in `chat_template_kwargs`, unless it is null. A `reasoning_effort` switches thinking
 * on or off where nothing else does. Reference: inference-api §3.4, §6.7.
 *
 * @throws InvalidParameter for messages that a text model cannot read
 */
export function templateVariables(request: ChatRequest): TemplateVariables {
  return {
    messages: readMessages(request.messages),
    tools: templateTools(request),
    documents: request.documents ?? null,
    addGenerationPrompt: request.add_generation_prompt ?? true,
    continueFinalMessage: request.continue_final_message ?? false,
    templateKwargs: variablesOf(request),
  };
}

function variablesOf(request: ChatRequest): Readonly<Record<string, unknown>> {
  const given: Record<string, unknown> = { ...request.chat_template_kwargs };
  for (const name of ownMembers) delete given[name];
  const effort = request.reasoning_effort ?? undefined;
  if (effort === undefined) return given;
  return { enable_thinking: effort !== "none", ...given, reasoning_effort: effort };
}
