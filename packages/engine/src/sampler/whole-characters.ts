import type { Vocabulary } from "@heddle/text";
import { boundary, noPosition, utf8After, type Utf8Position } from "@heddle/text/utf8";

/** How many positions there are in a character. */
const positions = 8;

/** Which tokens go on with valid UTF-8 after each state, by vocabulary: the same for all completions of a model. */
export class CharacterMasks {
  readonly #vocabulary: Vocabulary;
  readonly #masks: (Int32Array | undefined)[] = Array.from({ length: positions });

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Words of 32 tokens each [vocabulary / 32, rounded up], bit set where allowed; made when first asked for. */
  allowed(state: Utf8Position): Int32Array {
    return (this.#masks[state] ??= this.#mask(state));
  }

  /** The state after one more token; -1 where its bytes cannot follow. */
  after(state: Utf8Position, token: number): Utf8Position {
    const { bytes, offsets } = this.#vocabulary;
    let at = state;
    for (let i = offsets[token]!; i < offsets[token + 1]! && at !== noPosition; i++) {
      at = utf8After(at, bytes[i]!);
    }
    return at;
  }

  #mask(state: Utf8Position): Int32Array {
    const { size, offsets, isSpecial } = this.#vocabulary;
    const words = new Int32Array(Math.ceil(size / 32));
    for (let token = 0; token < size; token++) {
      const isText = isSpecial[token] === 0 && offsets[token + 1]! > offsets[token]!;
      // Tokens that are no text, ends among them, stand between characters.
      const isAllowed = isText ? this.after(state, token) !== noPosition : state === boundary;
      if (isAllowed) words[token >>> 5]! |= 1 << (token & 31);
    }
    return words;
  }
}

/** Follows one completion, so that no character of it is broken. */
export class WholeCharacters {
  readonly #masks: CharacterMasks;
  #state: Utf8Position = boundary;

  constructor(masks: CharacterMasks) {
    this.#masks = masks;
  }

  /** Which tokens may come next: words of 32 tokens each. */
  get mask(): Int32Array {
    return this.#masks.allowed(this.#state);
  }

  /** Takes note of a token of the completion. */
  observe(token: number): void {
    this.#state = this.#masks.after(this.#state, token);
  }
}
