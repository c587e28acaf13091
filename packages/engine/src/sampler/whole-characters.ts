import type { Vocabulary } from "@heddle/text";

/**
 * Where in a character of UTF-8 a text stands: at its beginning, or with so many bytes to come, of which the next is
 * restricted where it must not be too small (E0, F0) or too large (ED, F4). Table 3-7 of the Unicode Standard.
 */
const stateCount = 8;
type State = number;
const boundary = 0;
const oneToCome = 1;
const twoToCome = 2;
const threeToCome = 3;
const afterE0 = 4;
const afterED = 5;
const afterF0 = 6;
const afterF4 = 7;
const impossible = -1;

function next(state: State, byte: number): State {
  if (state === boundary) {
    if (byte < 0x80) return boundary;
    if (byte < 0xc2 || byte > 0xf4) return impossible;
    if (byte < 0xe0) return oneToCome;
    if (byte === 0xe0) return afterE0;
    if (byte === 0xed) return afterED;
    if (byte < 0xf0) return twoToCome;
    if (byte === 0xf0) return afterF0;
    return byte === 0xf4 ? afterF4 : threeToCome;
  }
  const low = state === afterE0 ? 0xa0 : state === afterF0 ? 0x90 : 0x80;
  const high = state === afterED ? 0x9f : state === afterF4 ? 0x8f : 0xbf;
  if (byte < low || byte > high) return impossible;
  if (state === oneToCome) return boundary;
  return state === twoToCome || state === afterE0 || state === afterED ? oneToCome : twoToCome;
}

/** Which tokens go on with valid UTF-8 after each state, by vocabulary: the same for all completions of a model. */
export class CharacterMasks {
  readonly #vocabulary: Vocabulary;
  readonly #masks: (Int32Array | undefined)[] = Array.from({ length: stateCount });

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Words of 32 tokens each [vocabulary / 32, rounded up], bit set where allowed; made when first asked for. */
  allowed(state: State): Int32Array {
    return (this.#masks[state] ??= this.#mask(state));
  }

  /** The state after one more token; -1 where its bytes cannot follow. */
  after(state: State, token: number): State {
    const { bytes, offsets } = this.#vocabulary;
    let at = state;
    for (let i = offsets[token]!; i < offsets[token + 1]! && at !== impossible; i++) {
      at = next(at, bytes[i]!);
    }
    return at;
  }

  #mask(state: State): Int32Array {
    const { size, offsets, isSpecial } = this.#vocabulary;
    const words = new Int32Array(Math.ceil(size / 32));
    for (let token = 0; token < size; token++) {
      const isText = isSpecial[token] === 0 && offsets[token + 1]! > offsets[token]!;
      // Tokens that are no text, ends among them, stand between characters.
      const isAllowed = isText ? this.after(state, token) !== impossible : state === boundary;
      if (isAllowed) words[token >>> 5]! |= 1 << (token & 31);
    }
    return words;
  }
}

/** Follows one completion, so that no character of it is broken. */
export class WholeCharacters {
  readonly #masks: CharacterMasks;
  #state: State = boundary;

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
