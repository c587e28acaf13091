import type { BaseText } from "@heddle/engine";
import type { Inference, Training } from "@heddle/types";
import { templateVariables } from "../../../inference/chat/prompt/template-variables.ts";
import { isTooLong } from "./turn-text.ts";

type Items = readonly Training.TrajectoryItem[];
type Tools = readonly Training.ChatTool[] | null | undefined;

/** Renders the prompts of turns again, as chat rendered them (`inference/chat/prompt`). */
export class ServedPrompts {
  readonly #text: BaseText;
  readonly #signal: AbortSignal;
  /** Trajectories of a group begin alike, one behind the other, so the last beginning is kept. */
  #opening: { readonly key: string; readonly prompt: Promise<Int32Array | null> } | undefined;

  constructor(text: BaseText, signal: AbortSignal) {
    this.#text = text;
    this.#signal = signal;
  }

  /**
   * The tokens that the model was given when it wrote the turn behind `items`. Null where they cannot fit the model's
   * context.
   *
   * @throws InvalidParameter for messages that a text model cannot read; EngineError `invalid` where the template
   * refuses them
   */
  async of(items: Items, tools: Tools): Promise<Int32Array | null> {
    if (items.some(isChoice)) return this.#render(items, tools);
    const key = JSON.stringify([items, tools]);
    if (this.#opening?.key !== key) this.#opening = { key, prompt: this.#render(items, tools) };
    return this.#opening.prompt;
  }

  async #render(items: Items, tools: Tools): Promise<Int32Array | null> {
    const variables = templateVariables({
      model: this.#text.baseModel,
      messages: items.map((item) => (isChoice(item) ? messageOf(item) : item)),
      tools: tools === null || tools === undefined ? null : [...tools],
    });
    try {
      return await this.#text.encodePrompt(variables, { signal: this.#signal });
    } catch (error) {
      if (isTooLong(error)) return null;
      throw error;
    }
  }
}

/** Whether an item of a conversation is a choice of a completion, and no message. */
export function isChoice(item: Training.TrajectoryItem): item is Training.TrainableChoice {
  return "finish_reason" in item && "message" in item;
}

/** A choice as clients send it back with the next request: content and calls, without the reasoning. */
function messageOf({ message }: Training.TrainableChoice): Inference.AssistantMessage {
  return {
    role: "assistant",
    content: message.content ?? null,
    refusal: message.refusal ?? null,
    tool_calls: message.tool_calls ?? null,
    function_call: message.function_call ?? null,
  };
}
