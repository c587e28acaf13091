import type { SampleRequest, SampleStop } from "../sampling.ts";
import type { Vocabulary } from "@heddle/text";

import { StopStringMatcher } from "./stop-string-matcher.ts";

const endStop: SampleStop = { reason: "end" };
const lengthStop: SampleStop = { reason: "length" };

/**
 * When a completion ends. After each token, in this order: min tokens not reached, no end; end token; stop token;
 * stop string, which wins over length where both come with the same token; length.
 *
 * Stop strings are looked for in the bytes of the tokens' text. A special token has no text, and a match
 * whose last byte comes before min tokens are reached does not count.
 */
export class StopRules {
  readonly #endTokens: ReadonlySet<number>;
  readonly #stopTokens: ReadonlySet<number>;
  readonly #minTokens: number;
  readonly #maxTokens: number;
  readonly #matcher: StopStringMatcher | null;
  readonly #vocabulary: Vocabulary;

  constructor(request: SampleRequest, vocabulary: Vocabulary, endTokens: readonly number[]) {
    // A constraint that is fulfilled leaves nothing but an end token, which then ends even where ends are ignored.
    const isEndIgnored = request.ignoreEnd === true && request.constraint === undefined;
    this.#endTokens = new Set(isEndIgnored ? [] : endTokens);
    this.#stopTokens = new Set(request.stopTokens);
    this.#minTokens = request.minTokens ?? 0;
    this.#maxTokens = request.maxTokens;
    const stopStrings = request.stopStrings ?? [];
    this.#matcher = stopStrings.length === 0 ? null : new StopStringMatcher(stopStrings);
    this.#vocabulary = vocabulary;
  }

  /**
   * To be asked once for every token, in order.
   *
   * @param tokens length of the completion, this token included
   */
  after(token: number, tokens: number): SampleStop | null {
    const isMinReached = tokens >= this.#minTokens;
    if (isMinReached && this.#endTokens.has(token)) return endStop;
    if (isMinReached && this.#stopTokens.has(token)) return { reason: "stop_token", token };
    const text = this.#matchedText(token, isMinReached);
    if (text !== null) return { reason: "stop_string", text };
    return tokens >= this.#maxTokens ? lengthStop : null;
  }

  #matchedText(token: number, isMinReached: boolean): string | null {
    if (this.#matcher === null || this.#vocabulary.isSpecial[token] === 1) return null;
    const { bytes, offsets } = this.#vocabulary;
    const start = offsets[token]!;
    const end = offsets[token + 1]!;
    if (isMinReached) return this.#matcher.push(bytes, start, end)?.text ?? null;
    this.#matcher.advance(bytes, start, end);
    return null;
  }
}
