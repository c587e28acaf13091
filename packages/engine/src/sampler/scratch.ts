import type { Vocabulary } from "@heddle/text";

import { TextMasks, type TextRules } from "./text-masks.ts";

/** Of how many rules the masks are kept, for each vocabulary. */
const keptRules = 4;

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
  readonly #both: Int32Array;
  /** By the rules as JSON; least recently used first. */
  readonly #textMasks: WeakMap<Vocabulary, Map<string, TextMasks>> = new WeakMap<
    Vocabulary,
    Map<string, TextMasks>
  >();

  constructor(vocabularyTokens: number) {
    this.vocabularyTokens = vocabularyTokens;
    this.logits = new Float32Array(vocabularyTokens);
    this.weights = new Float64Array(vocabularyTokens);
    this.ids = new Int32Array(vocabularyTokens);
    this.#both = new Int32Array(Math.ceil(vocabularyTokens / 32));
  }

  /** Which tokens keep to the rules; the same for all completions. */
  textMasks(vocabulary: Vocabulary, rules: TextRules): TextMasks {
    const byRules = this.#textMasks.get(vocabulary) ?? new Map<string, TextMasks>();
    this.#textMasks.set(vocabulary, byRules);
    const key = JSON.stringify([rules.wholeCharacters, rules.excludedTexts]);
    const masks = byRules.get(key) ?? new TextMasks(vocabulary, rules);
    byRules.delete(key);
    byRules.set(key, masks);
    const [oldest] = byRules.keys();
    if (byRules.size > keptRules) byRules.delete(oldest!);
    return masks;
  }

  /** The tokens that both masks allow; overwritten by the next two. */
  both(one: Int32Array, other: Int32Array): Int32Array {
    for (let word = 0; word < this.#both.length; word++)
      this.#both[word] = one[word]! & other[word]!;
    return this.#both;
  }
}
