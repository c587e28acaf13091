import type { Inference } from "@heddle/types";

/** A choice as a call shows it. */
export interface TracedChoice {
  readonly index: number;
  readonly message: {
    readonly role: string;
    readonly content: string | null;
    readonly reasoning?: string;
    readonly tool_calls?: readonly TracedToolCall[];
  };
  /** Null for a choice that was cut. */
  readonly finish_reason: string | null;
  readonly stop_reason: number | string | null;
}

/** A tool call as a call of the trace service shows it. */
export interface TracedToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/**
 * An answer as a call shows it, in one piece whether it was streamed or not. Log probabilities and
 * token ids are left out: they are many times as long as what was said.
 */
export interface TracedAnswer {
  readonly id: string;
  readonly object: "chat.completion";
  readonly created: number;
  readonly model: string;
  readonly choices: readonly TracedChoice[];
}

/** The parts of a whole answer that a call shows. */
export function tracedAnswer(completion: Inference.ChatCompletion): TracedAnswer {
  const { id, object, created, model, choices } = completion;
  return {
    id,
    object,
    created,
    model,
    choices: choices.map(({ index, message, finish_reason, stop_reason }) => ({
      index,
      message: {
        role: message.role,
        content: message.content,
        ...(typeof message.reasoning === "string" && { reasoning: message.reasoning }),
        ...(message.tool_calls !== undefined && { tool_calls: message.tool_calls }),
      },
      finish_reason,
      stop_reason: stop_reason ?? null,
    })),
  };
}
