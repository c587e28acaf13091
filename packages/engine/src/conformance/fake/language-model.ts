import type { Vocabulary } from "@heddle/text";
import { Random } from "../random.ts";
import type { LowRank } from "./low-rank.ts";
import { at, endToken, vocabularyTokens, width } from "./shape.ts";

/**
 * The smallest model that has something to learn: two tokens of context and one layer.
 *
 *     x_t = E[token_t] + E[token_{t−1}]/2        logits_t = W·x_t + (α/r)·B·(A·x_t)
 *
 * E and W are [vocabulary, width] and drawn from a seed; A [r, width] and B [vocabulary, r] are the adapter.
 */
export class LanguageModel {
  private readonly embedding: Float64Array;
  private readonly output: Float64Array;

  constructor(seed: number) {
    const random = new Random(seed);
    const draw = (): number => random.normal();
    this.embedding = Float64Array.from({ length: vocabularyTokens * width }, draw);
    this.output = Float64Array.from({ length: vocabularyTokens * width }, () => draw() / 2);
  }

  /** x [width] at a position of a text. */
  features(tokens: ArrayLike<number>, position: number): Float64Array {
    const now = (tokens[position] ?? 0) * width;
    const before = (tokens[position - 1] ?? 0) * width;
    const share = position > 0 ? 0.5 : 0;
    return Float64Array.from(
      { length: width },
      (_none, i) => at(this.embedding, now + i) + share * at(this.embedding, before + i),
    );
  }

  /** logits [vocabulary] */
  logits(x: Float64Array, adapter: LowRank | null): Float64Array {
    const logits = new Float64Array(vocabularyTokens);
    for (let token = 0; token < vocabularyTokens; token += 1) {
      for (let i = 0; i < width; i += 1) {
        logits[token] = at(logits, token) + at(this.output, token * width + i) * at(x, i);
      }
    }
    return adapter === null ? logits : adapter.addTo(logits, x);
  }
}

/** log softmax(logits) [vocabulary] */
export function logSoftmax(logits: Float64Array): Float64Array {
  const largest = logits.reduce((most, value) => Math.max(most, value), -Infinity);
  const sum = logits.reduce((total, value) => total + Math.exp(value - largest), 0);
  return logits.map((value) => value - largest - Math.log(sum));
}

/** −Σ p·ln p of softmax(logits) [vocabulary] */
export function entropyOf(logits: Float64Array): number {
  return logSoftmax(logits).reduce((sum, logprob) => sum - Math.exp(logprob) * logprob, 0);
}

/** What the tokens are in text. */
export const vocabulary: Vocabulary = {
  size: vocabularyTokens,
  bytes: new TextEncoder().encode("abcdefghijklmnopqrstuvwxyz"),
  offsets: Int32Array.from({ length: vocabularyTokens + 1 }, (_none, id) => Math.min(id, 26)),
  isSpecial: Uint8Array.from({ length: vocabularyTokens }, (_none, id) => (id < 26 ? 0 : 1)),
  endTokens: [endToken],
  hasPrefixSpace: false,
};

/** The text of tokens. */
export function decodeFake(tokens: readonly number[]): string {
  return tokens.map((id) => (id < 26 ? String.fromCodePoint(97 + id) : "")).join("");
}
