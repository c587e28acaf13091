import type { Conversation } from "./text/conversation.ts";
import type { Message, ToolDefinition } from "./text/exchange.ts";
import { spacedJson } from "./text/spaced-json.ts";

/** Ids after the 256 bytes. */
export const specialTokens = {
  "<|im_start|>": 256,
  "<|im_end|>": 257,
  "<|endoftext|>": 258,
  "<|pad|>": 259,
} as const;

const turnStart = specialTokens["<|im_start|>"];
const turnEnd = specialTokens["<|im_end|>"];
const bytesOf = new TextEncoder();

/** `get_weather(city, days?: integer)`: strings are bare, what need not be given has a question mark. */
function signature(tool: ToolDefinition): string {
  const { properties, required } = tool.function.parameters;
  const parameters = Object.entries(properties).map(([name, { type }]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${name}${mark}${type === "string" ? "" : `: ${type}`}`;
  });
  return `${tool.function.name}(${parameters.join(", ")})`;
}

/** What stands in the system turn for the tools, a line each. */
export function toolLines(tools: readonly ToolDefinition[]): string {
  return `tools:\n${tools.map(signature).join("\n")}`;
}

/** The text between `role\n` and `<|im_end|>`: content, then calls in the form of the Hermes models. */
export function turnText(message: Message): string {
  if (message.role !== "assistant" || message.tool_calls === undefined) return message.content;
  const calls = message.tool_calls.map(
    ({ function: { name, arguments: values } }) =>
      `<tool_call>\n{"name": ${JSON.stringify(name)}, "arguments": ${spacedJson(values)}}\n</tool_call>`,
  );
  return [...(message.content === "" ? [] : [message.content]), ...calls].join("\n");
}

/** Messages as turns, the tools merged into the system turn (made where there is none). */
export function turnsOf(
  messages: readonly Message[],
  tools: readonly ToolDefinition[],
): { readonly role: Message["role"]; readonly text: string }[] {
  const turns = messages.map((message) => ({ role: message.role, text: turnText(message) }));
  if (tools.length === 0) return turns;
  const first = turns[0];
  const lines = toolLines(tools);
  if (first?.role === "system") {
    return [{ role: "system", text: `${first.text}\n\n${lines}` }, ...turns.slice(1)];
  }
  return [{ role: "system", text: lines }, ...turns];
}

/** Tokens of a conversation and, for each, whether Loom has to write it. */
export interface ChatTokens {
  readonly tokens: Int32Array;
  /** 1 where the token belongs to an answer or ends it. */
  readonly isAnswer: Uint8Array;
}

/** The conversation as ChatML: `<|im_start|>role\ntext<|im_end|>\n` for each turn, without the last line feed. */
export function chatTokens(chat: Pick<Conversation, "messages" | "tools">): ChatTokens {
  const tokens: number[] = [];
  const isAnswer: number[] = [];
  const push = (added: Iterable<number>, mark: 0 | 1): void => {
    for (const token of added) {
      tokens.push(token);
      isAnswer.push(mark);
    }
  };
  for (const [index, { role, text }] of turnsOf(chat.messages, chat.tools).entries()) {
    if (index > 0) push([10], 0);
    push([turnStart, ...bytesOf.encode(`${role}\n`)], 0);
    push([...bytesOf.encode(text), turnEnd], role === "assistant" ? 1 : 0);
  }
  return { tokens: Int32Array.from(tokens), isAnswer: Uint8Array.from(isAnswer) };
}

/** The tokens before an answer: all messages, and the opening of the assistant's turn. */
export function promptTokens(chat: Pick<Conversation, "messages" | "tools">): Int32Array {
  const { tokens } = chatTokens(chat);
  return Int32Array.from([...tokens, 10, turnStart, ...bytesOf.encode("assistant\n")]);
}
