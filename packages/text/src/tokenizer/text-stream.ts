import { tokenBytes, type Vocabulary } from "./vocabulary.ts";

/**
 * Text of tokens that come one by one: whole code points only, the bytes of an unfinished one wait for the next
 * token. Bytes that are no UTF-8 become U+FFFD. The pieces joined are the text of all tokens at once.
 */
export class TextStream {
  readonly #vocabulary: Vocabulary;
  readonly #skipsSpecialTokens: boolean;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(vocabulary: Vocabulary, options: { readonly skipSpecialTokens?: boolean } = {}) {
    this.#vocabulary = vocabulary;
    this.#skipsSpecialTokens = options.skipSpecialTokens ?? false;
  }

  /** The text that these tokens complete. */
  push(tokens: Iterable<number>): string {
    let text = "";
    for (const token of tokens) {
      if (this.#skipsSpecialTokens && this.#vocabulary.isSpecial[token] === 1) continue;
      text += this.#decoder.decode(tokenBytes(this.#vocabulary, token), { stream: true });
    }
    return text;
  }

  /** What is left: U+FFFD if a code point was never finished, otherwise nothing. */
  end(): string {
    return this.#decoder.decode();
  }
}
