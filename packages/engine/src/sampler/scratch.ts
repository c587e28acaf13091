/**
 * Working space for one choice among the tokens of a vocabulary. One per thread is enough for any number of
 * completions, since a choice keeps nothing in it; a large vocabulary would otherwise cost megabytes a stream.
 */
export class SamplerScratch {
  readonly vocabularyTokens: number;
  /** Logits while they are being changed [vocabulary]. */
  readonly logits: Float32Array;
  /** Probabilities by token, with the largest at 1 [vocabulary]. */
  readonly weights: Float64Array;
  /** Tokens that are still in the running [vocabulary]. */
  readonly ids: Int32Array;

  constructor(vocabularyTokens: number) {
    this.vocabularyTokens = vocabularyTokens;
    this.logits = new Float32Array(vocabularyTokens);
    this.weights = new Float64Array(vocabularyTokens);
    this.ids = new Int32Array(vocabularyTokens);
  }
}
