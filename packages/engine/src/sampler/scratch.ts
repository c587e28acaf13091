import type { Vocabulary } from "@heddle/text";

import { CharacterMasks } from "./whole-characters.ts";

/**
 * Working space for one choice among the tokens of a vocabulary. One per thread is enough for any number of
 * completions, since a choice keeps nothing of its own in it; a large vocabulary would otherwise cost megabytes a stream.
 */
export class SamplerScratch {
  readonly vocabularyTokens: number;
  /** Logits while they are being changed [vocabulary]. */
  readonly logits: Float32Array;
  /** Probabilities by token, with the largest at 1 [vocabulary]. */
  readonly weights: Float64Array;
  /** Tokens that are still in the running [vocabulary]. */
  readonly ids: Int32Array;
  readonly #characterMasks: WeakMap<Vocabulary, CharacterMasks> = new WeakMap<
    Vocabulary,
    CharacterMasks
  >();

  constructor(vocabularyTokens: number) {
    this.vocabularyTokens = vocabularyTokens;
    this.logits = new Float32Array(vocabularyTokens);
    this.weights = new Float64Array(vocabularyTokens);
    this.ids = new Int32Array(vocabularyTokens);
  }

  /** Which tokens go on with whole characters; the same for all completions. */
  characterMasks(vocabulary: Vocabulary): CharacterMasks {
    const known = this.#characterMasks.get(vocabulary);
    if (known !== undefined) return known;
    const made = new CharacterMasks(vocabulary);
    this.#characterMasks.set(vocabulary, made);
    return made;
  }
}
