import { type BaseText, EngineError, type Vocabulary } from "@heddle/engine";
import { badLine, type Conversation } from "./conversation.ts";
import type { TrainedTurns } from "./sft-config.ts";
import { trainedBehind, trainedInAll } from "./trained-tokens.ts";
import { type TurnMarkers, turnMarkers } from "./turn-markers.ts";

/** A conversation in tokens. */
export interface Example {
  readonly tokens: Int32Array;
  /** 1 for each token that is learned. The first never is: nothing comes before it. */
  readonly isTrained: Uint8Array;
}

/** Turns conversations into tokens as chat does, so that the model learns what it is asked later. */
export class Examples {
  readonly #text: BaseText;
  readonly #vocabulary: Vocabulary;
  readonly #markers: TurnMarkers | undefined;
  readonly #contextTokens: number;

  private constructor(
    text: BaseText,
    vocabulary: Vocabulary,
    markers: TurnMarkers | undefined,
    contextTokens: number,
  ) {
    this.#text = text;
    this.#vocabulary = vocabulary;
    this.#markers = markers;
    this.#contextTokens = contextTokens;
  }

  /** @throws JobFailure if the turns of the assistant cannot be told from the others */
  static async of(
    text: BaseText,
    turns: TrainedTurns,
    contextTokens: number,
    signal: AbortSignal,
  ): Promise<Examples> {
    const markers = turns === "all" ? await turnMarkers(text, signal) : undefined;
    return new Examples(text, await text.vocabulary(), markers, contextTokens);
  }

  /**
   * The example of a conversation; undefined where it is longer than the context of the model.
   *
   * @throws JobFailure naming the line, where the template refuses the messages
   */
  async of(
    conversation: Conversation,
    line: number,
    signal: AbortSignal,
  ): Promise<Example | undefined> {
    try {
      const whole = await this.#text.render({ ...conversation }, { signal });
      const tokens = await this.#text.encode(whole, { signal });
      if (tokens.length > this.#contextTokens) return undefined;
      const isTrained = await this.#trained(conversation, whole, tokens, line, signal);
      isTrained[0] = 0;
      return { tokens, isTrained };
    } catch (error) {
      if (!(error instanceof EngineError) || error.kind !== "invalid") throw error;
      // The tokenizer refuses a text that cannot fit before it encodes any of it.
      if (error.parameter === "text") return undefined;
      throw badLine(line, error.message.replace(/\.$/, ""), error);
    }
  }

  async #trained(
    { messages, tools }: Conversation,
    whole: string,
    tokens: Int32Array,
    line: number,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    if (this.#markers !== undefined) return trainedInAll(tokens, this.#vocabulary, this.#markers);
    const earlier = { messages: messages.slice(0, -1), tools, addGenerationPrompt: true };
    const prompt = await this.#text.render(earlier, { signal });
    if (!whole.startsWith(prompt)) {
      throw badLine(line, "the template writes its last turn differently than it asks for it");
    }
    const promptTokens = await this.#text.encode(prompt, { signal });
    return trainedBehind(tokens, promptTokens, this.#vocabulary);
  }
}
