import type { SampleRequest } from "../sampling.ts";
import type { Vocabulary } from "@heddle/text";
import { boundary, noPosition, utf8After } from "@heddle/text/utf8";

import { ExcludedTexts, noPlace } from "./excluded-texts.ts";

/** How many positions there are in a character. */
const positions = 8;

/** Where a text stands, in its character and among the beginnings of excluded texts; 0 at its beginning. */
type TextState = number;

/** What a request says of the text of a completion, whichever tokens write it. */
export type TextRules = Required<Pick<SampleRequest, "wholeCharacters" | "excludedTexts">>;

/** Which tokens keep to the rules after each state, by vocabulary and rules: the same for all completions. */
export class TextMasks {
  readonly #vocabulary: Vocabulary;
  readonly #keepsWhole: boolean;
  readonly #excluded: ExcludedTexts;
  readonly #masks = new Map<TextState, Int32Array>();

  constructor(vocabulary: Vocabulary, { wholeCharacters, excludedTexts }: TextRules) {
    this.#vocabulary = vocabulary;
    this.#keepsWhole = wholeCharacters;
    this.#excluded = new ExcludedTexts(excludedTexts);
  }

  /** Words of 32 tokens each [vocabulary / 32, rounded up], bit set where allowed; made when first asked for. */
  allowed(state: TextState): Int32Array {
    let mask = this.#masks.get(state);
    if (mask === undefined) {
      mask = this.#mask(state);
      this.#masks.set(state, mask);
    }
    return mask;
  }

  /** The state after one more token, which is allowed. */
  after(state: TextState, token: number): TextState {
    // What is no text leaves no trace between two texts.
    return this.#isText(token) ? this.#behind(state, token) : state;
  }

  #mask(state: TextState): Int32Array {
    const { size } = this.#vocabulary;
    const words = new Int32Array(Math.ceil(size / 32));
    for (let token = 0; token < size; token++) {
      // Tokens that are no text, ends among them, stand between characters; one may be an excluded text as a whole.
      const isAllowed = this.#isText(token)
        ? this.#behind(state, token) !== -1
        : state % positions === boundary && this.#behind(0, token) !== -1;
      if (isAllowed) words[token >>> 5]! |= 1 << (token & 31);
    }
    return words;
  }

  /** The state behind the bytes of a token; -1 where they may not follow. */
  #behind(state: TextState, token: number): TextState {
    const { bytes, offsets } = this.#vocabulary;
    let position = state % positions;
    let place = (state - position) / positions;
    for (let i = offsets[token]!; i < offsets[token + 1]!; i++) {
      if (this.#keepsWhole) position = utf8After(position, bytes[i]!);
      place = this.#excluded.after(place, bytes[i]!);
      if (position === noPosition || place === noPlace) return -1;
    }
    return place * positions + position;
  }

  #isText(token: number): boolean {
    const { offsets, isSpecial } = this.#vocabulary;
    return isSpecial[token] === 0 && offsets[token + 1]! > offsets[token]!;
  }
}

/** Follows the text of one completion, so that it keeps to the rules. */
export class FollowedText {
  readonly #masks: TextMasks;
  #state: TextState = 0;

  constructor(masks: TextMasks) {
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
