import { EngineError } from "../errors.ts";

/**
 * Cuts a rendered conversation after the text of its last message, so that the model goes on with it.
 * White space that the template took from the message's end is missing there too, as in
 * `apply_chat_template(continue_final_message=True)` of Hugging Face's transformers.
 *
 * @throws EngineError `invalid` when the template did not write the message
 */
export function cutAfterFinalMessage(rendered: string, messages: readonly unknown[]): string {
  const text = textOf(messages.at(-1));
  const trimmed = text.trim();
  const at = rendered.lastIndexOf(trimmed);
  if (trimmed === "" || at < 0) {
    throw new EngineError(
      "invalid",
      "continue_final_message: the last message has no text, or the chat template does not write it.",
      { parameter: "continue_final_message" },
    );
  }
  const withEnd = text.trimStart();
  const end = rendered.startsWith(withEnd, at) ? at + withEnd.length : at + trimmed.length;
  return rendered.slice(0, end);
}

function textOf(message: unknown): string {
  const content = memberOf(message, "content");
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts = content
    .map((part) => memberOf(part, "text"))
    .filter((text) => typeof text === "string");
  return texts.at(-1) ?? "";
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as Record<string, unknown>)[name];
}
