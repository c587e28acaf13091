import { TextError } from "../errors.ts";
import { strip } from "./python-text.ts";

/**
 * Stands behind the text of the last message while the template writes it, so that its end is found wherever the same
 * text stands elsewhere. The space at its end tells whether the template took white space from the message's end.
 */
const tag = "END_OF_THE_FINAL_MESSAGE ";
const bareTag: string = tag.trimEnd();

/** Messages whose last one is marked, and the text of that one. */
export interface MarkedMessages {
  readonly messages: readonly unknown[];
  readonly text: string;
}

/**
 * Puts a mark behind the text of the last message: its content, or the last part of it that has text.
 *
 * @throws TextError `invalid` when it has no text
 */
export function markFinalMessage(messages: readonly unknown[]): MarkedMessages {
  const last = messages.at(-1);
  const content = memberOf(last, "content");
  const withContent = (marked: unknown): unknown[] => [
    ...messages.slice(0, -1),
    { ...(last as object), content: marked },
  ];
  if (typeof content === "string") return { messages: withContent(content + tag), text: content };
  if (Array.isArray(content)) {
    const parts = content as readonly unknown[];
    const at = parts.findLastIndex((part) => typeof memberOf(part, "text") === "string");
    if (at >= 0) {
      const part = parts[at] as { readonly text: string };
      const marked = parts.with(at, { ...part, text: part.text + tag });
      return { messages: withContent(marked), text: part.text };
    }
  }
  throw refusal("the last message has no text.");
}

/**
 * Cuts what came of marked messages at the mark, so that the model goes on with the last one, as
 * `apply_chat_template(continue_final_message=True)` of Hugging Face's transformers does.
 *
 * @param text that of the last message, without the mark
 * @throws TextError `invalid` when the template did not write all of it
 */
export function cutAtMark(rendered: string, text: string): string {
  const at = rendered.lastIndexOf(bareTag);
  if (at < 0 || !rendered.includes(strip(text, "strip"))) {
    throw refusal("the chat template does not write the last message, or not all of it.");
  }
  const before = rendered.slice(0, at);
  return rendered.startsWith(tag, at) ? before : strip(before, "rstrip");
}

function refusal(reason: string): TextError {
  return new TextError("invalid", `continue_final_message: ${reason}`, {
    parameter: "continue_final_message",
  });
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as Record<string, unknown>)[name];
}
