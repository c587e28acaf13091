import type { ChatRequest } from "../requests/chat-request.ts";

/**
 * The role of an answer: the assistant's, or, where the prompt opens no turn, that of the last
 * message.
 */
export function answerRole({ add_generation_prompt: opensTurn, messages }: ChatRequest): string {
  return opensTurn === false ? (roleOf(messages.at(-1)) ?? "assistant") : "assistant";
}

/** The text that `echo` puts in front of an answer; empty where it puts none. */
export function echoed(request: ChatRequest): string {
  const last = request.messages.at(-1);
  if (request.echo !== true || roleOf(last) !== answerRole(request)) return "";
  return last !== undefined && "content" in last ? textOf(last.content) : "";
}

function roleOf(message: ChatRequest["messages"][number] | undefined): string | undefined {
  if (message === undefined) return undefined;
  return "role" in message ? message.role : message.author.role;
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map(partText)
    .filter((text) => text !== undefined)
    .join("\n");
}

function partText(part: unknown): string | undefined {
  if (typeof part === "string") return part;
  if (typeof part !== "object" || part === null || !("text" in part)) return undefined;
  return typeof part.text === "string" ? part.text : undefined;
}
