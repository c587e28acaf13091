import type { EncodeOptions, PromptText, TemplateVariables, Vocabulary } from "@heddle/text";

/** Gives a call up. */
export interface TextOptions {
  readonly signal?: AbortSignal;
}

/** How a chat template is rendered. */
export interface RenderOptions extends TextOptions {
  /** What `strftime_now` shows. */
  readonly now?: Date;
}

/**
 * Tokenizer and chat template of one base model, loaded when first asked. Every call fails with `invalid` when the
 * text is too long for the model, or takes too long.
 */
export interface BaseText {
  readonly baseModel: string;
  /** What each token is in bytes. */
  vocabulary(): Promise<Vocabulary>;
  /** Text → tokens. */
  encode(text: string, options?: EncodeOptions & TextOptions): Promise<Int32Array>;
  /** Tokens → text. Throws `invalid` for ids that are none of the model's. */
  decode(
    tokens: ArrayLike<number>,
    options?: TextOptions & {
      /** Leaves control tokens out; default false. */
      readonly skipSpecialTokens?: boolean;
    },
  ): Promise<string>;
  /** Messages and tools → the text of a prompt, by the model's chat template, which may refuse them (`invalid`). */
  render(variables: TemplateVariables, options?: RenderOptions): Promise<string>;
  /**
   * Messages and tools → a prompt that the assistant answers, or, with `continueFinalMessage`, goes on with: `render`
   * and `encode` in one, which is quicker than the two. What a tokenizer puts around a whole text is the template's
   * business here, unless `addSpecialTokens` asks for it.
   */
  prompt(
    variables: TemplateVariables,
    options?: EncodeOptions & RenderOptions,
  ): Promise<PromptText>;
  /** The tokens of `prompt`. */
  encodePrompt(variables: TemplateVariables, options?: TextOptions): Promise<Int32Array>;
}
