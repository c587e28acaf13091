import type { Random } from "./random.ts";
import type { Split } from "./split.ts";

/** A call of a tool, as chat completions spell it, with its arguments as a value. */
export interface ToolCall {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly arguments: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  };
}

/** A message as chat completions spell it. */
export type Message =
  | { readonly role: "system" | "user" | "tool"; readonly content: string }
  | {
      readonly role: "assistant";
      readonly content: string;
      readonly tool_calls?: readonly ToolCall[];
    };

/** A tool as chat completions spell it; only what Loom reads. */
export interface ToolDefinition {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: {
      readonly type: "object";
      readonly properties: Readonly<Record<string, { readonly type: ParameterType }>>;
      readonly required: readonly string[];
    };
  };
}

export type ParameterType = "string" | "integer" | "number" | "boolean" | "array";

/** A question and its one right answer. */
export interface Exchange {
  /** What decides the split: operands, words, names. */
  readonly key: string;
  readonly messages: readonly Message[];
  /** Tools that must be offered for it. */
  readonly tools?: readonly ToolDefinition[];
}

/** Makes an exchange of one kind. */
export type ExchangeMaker = (random: Random, split: Split) => Exchange;

/** A user's text and the answer to it. */
export function ask(user: string, assistant: string): Message[] {
  return [
    { role: "user", content: user },
    { role: "assistant", content: assistant },
  ];
}

/** With a capital at the beginning. */
export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** As people write: sometimes with a capital at the beginning, sometimes without the question mark. */
export function asTyped(random: Random, text: string): string {
  const opened = random.chance(0.4) ? capitalised(text) : text;
  return opened.endsWith("?") && random.chance(0.15) ? opened.slice(0, -1) : opened;
}
