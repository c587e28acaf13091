import { readFileSync } from "node:fs";
import { Tokenizer } from "@heddle/text";
import type { Conversation } from "./text/conversation.ts";
import type { Message, ToolDefinition } from "./text/exchange.ts";
import { spacedJson } from "./text/spaced-json.ts";
import { addedTokens } from "./vocabulary/tokenizer-file.ts";

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

/** Conversations as the tokens that the model reads and writes. */
export class ChatForm {
  readonly #tokenizer: Tokenizer;

  /** @param tokenizerFile path of tokenizer.json */
  constructor(tokenizerFile: string) {
    this.#tokenizer = new Tokenizer({
      tokenizerJson: readFileSync(tokenizerFile, "utf8"),
      tokenizerConfig: "{}",
    });
  }

  /** How many tokens there are. */
  get vocabulary(): number {
    return this.#tokenizer.vocabulary.size;
  }

  /** The conversation as ChatML: `<|im_start|>role\ntext<|im_end|>\n` for each turn, without the last line feed. */
  tokens(chat: Pick<Conversation, "messages" | "tools">): ChatTokens {
    const tokens: number[] = [];
    const isAnswer: number[] = [];
    const push = (added: Iterable<number>, mark: 0 | 1): void => {
      for (const token of added) {
        tokens.push(token);
        isAnswer.push(mark);
      }
    };
    for (const [index, { role, text }] of turnsOf(chat.messages, chat.tools).entries()) {
      if (index > 0) push(this.#encode("\n"), 0);
      push([addedTokens["<|im_start|>"], ...this.#encode(`${role}\n`)], 0);
      push([...this.#encode(text), addedTokens["<|im_end|>"]], role === "assistant" ? 1 : 0);
    }
    return { tokens: Int32Array.from(tokens), isAnswer: Uint8Array.from(isAnswer) };
  }

  /** The tokens before an answer: all messages, and the opening of the assistant's turn. */
  promptTokens(chat: Pick<Conversation, "messages" | "tools">): Int32Array {
    const opening = [addedTokens["<|im_start|>"], ...this.#encode("assistant\n")];
    return Int32Array.from([...this.tokens(chat).tokens, ...this.#encode("\n"), ...opening]);
  }

  /** The text of an answer's tokens. */
  text(tokens: readonly number[]): string {
    return this.#tokenizer.decode(tokens, { skipSpecialTokens: true });
  }

  /** Bytes of the answers among tokens of a conversation, each end of turn counting as one. */
  answerBytes(tokens: Int32Array, isAnswer: Uint8Array): number {
    const answered = tokens.filter((_, index) => isAnswer[index] === 1);
    const ends = answered.filter((token) => token === addedTokens["<|im_end|>"]).length;
    return ends + Buffer.byteLength(this.text([...answered]));
  }

  #encode(text: string): Int32Array {
    return this.#tokenizer.encode(text);
  }
}
