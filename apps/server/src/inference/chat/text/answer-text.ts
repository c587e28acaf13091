import { StopStringMatcher, tokenBytes, type Vocabulary } from "@heddle/engine";

/** How the tokens of an answer become its text. */
export interface AnswerTextOptions {
  readonly vocabulary: Vocabulary;
  /** Tokens that end the answer, and have no text. */
  readonly endTokens: ReadonlySet<number>;
  readonly skipsSpecialTokens: boolean;
  /** Special tokens that are text all the same, for who reads the answer looks for them. */
  readonly readTokens: ReadonlySet<number>;
  readonly stopStrings: readonly string[];
  /** Whether the text keeps the stop string that ends it. */
  readonly keepsStop: boolean;
  /** Stop strings that end before so many tokens do not count. */
  readonly minTokens: number;
}

/** Bytes of one token that wait, and whether stop strings are looked for in them. */
interface Waiting {
  bytes: Uint8Array;
  readonly isMatched: boolean;
}

/**
 * The text of one answer, from tokens as they come: whole characters only, cut before the stop
 * string. What may yet become a stop string is held back, and nothing else.
 *
 * It finds stop strings by the same rules as the engine that ends at them: in the bytes of tokens
 * that are no special ones.
 */
export class AnswerText {
  readonly #options: AnswerTextOptions;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #matcher: StopStringMatcher | undefined;
  readonly #waiting: Waiting[] = [];
  /** Bytes in `#waiting` in which stop strings are looked for. */
  #waitingMatched = 0;
  #matchedBytes = 0;
  #tokens = 0;
  #isStopped = false;

  constructor(options: AnswerTextOptions) {
    this.#options = options;
    const { stopStrings } = options;
    this.#matcher = stopStrings.length === 0 ? undefined : new StopStringMatcher(stopStrings);
  }

  /** The text that these tokens complete. */
  push(tokens: readonly number[]): string {
    let text = "";
    for (const token of tokens) {
      this.#tokens += 1;
      if (!this.#isStopped) text += this.#pushToken(token);
    }
    return text;
  }

  /** What was held back, and U+FFFD for a character that was never finished. */
  end(): string {
    return this.#release(0) + this.#decoder.decode();
  }

  #pushToken(token: number): string {
    const { vocabulary, endTokens, skipsSpecialTokens, readTokens } = this.#options;
    const isSpecial = vocabulary.isSpecial[token] === 1;
    const isSkipped = isSpecial && skipsSpecialTokens && !readTokens.has(token);
    if (endTokens.has(token) || isSkipped) return "";
    const bytes = tokenBytes(vocabulary, token);
    if (this.#matcher === undefined) return this.#decoder.decode(bytes, { stream: true });
    this.#waiting.push({ bytes, isMatched: !isSpecial });
    if (!isSpecial) {
      this.#waitingMatched += bytes.length;
      this.#match(this.#matcher, bytes);
    }
    return this.#isStopped ? this.#release(0) : this.#release(this.#matcher.heldBytes);
  }

  #match(matcher: StopStringMatcher, bytes: Uint8Array): void {
    const before = this.#matchedBytes;
    this.#matchedBytes += bytes.length;
    if (this.#tokens < this.#options.minTokens) {
      matcher.advance(bytes);
      return;
    }
    const match = matcher.push(bytes);
    if (match === null) return;
    this.#isStopped = true;
    const end = this.#options.keepsStop ? match.end : match.start;
    this.#cutAt(this.#waitingMatched - (before + bytes.length - end));
  }

  /** Leaves so many of the waiting bytes, not counting those of special tokens. */
  #cutAt(kept: number): void {
    let left = kept;
    let at = 0;
    for (const { bytes, isMatched } of this.#waiting) {
      if (isMatched && bytes.length > left) break;
      if (isMatched) left -= bytes.length;
      at += 1;
    }
    const cut = this.#waiting[at];
    if (cut !== undefined) cut.bytes = cut.bytes.subarray(0, left);
    this.#waiting.length = cut === undefined ? at : at + 1;
    this.#waitingMatched = kept;
  }

  /** The text of what waits, but for so many bytes at its end. */
  #release(held: number): string {
    let text = "";
    while (this.#waiting.length > 0) {
      const first = this.#waiting[0]!;
      const free = first.isMatched
        ? Math.min(first.bytes.length, this.#waitingMatched - held)
        : first.bytes.length;
      text += this.#decoder.decode(first.bytes.subarray(0, free), { stream: true });
      if (first.isMatched) this.#waitingMatched -= free;
      if (free < first.bytes.length) {
        first.bytes = first.bytes.subarray(free);
        return text;
      }
      this.#waiting.shift();
    }
    return text;
  }
}
