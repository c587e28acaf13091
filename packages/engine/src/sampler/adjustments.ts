import type { SampleRequest } from "../sampling.ts";

/** A logit bias beyond these is taken as these. */
const biasLimit = 100;

/** Keeps a tiny repetition penalty from turning a logit into Infinity, and a difference of two such into NaN. */
const largestLogit = 1e30;

/**
 * What a request does to the logits of one completion before a token is drawn, in vLLM's order (`v1/sample/sampler.py`):
 * allowed tokens, bad words, min tokens, logit bias, repetition penalty, frequency and presence penalty.
 * A forbidden token's logit becomes -Infinity, which neither bias nor penalty brings back.
 */
export class Adjustments {
  /** Whether nothing ever changes, so that the logits need not be copied. */
  readonly isEmpty: boolean;
  /** Whether nothing but a mask ever changes them. */
  readonly isMaskAlone: boolean;
  readonly #allowed: Uint8Array | null;
  readonly #badWords: readonly (readonly number[])[];
  readonly #minTokens: number;
  readonly #heldBackTokens: readonly number[];
  /** End tokens that are not to be taken while the constraint allows anything else. */
  readonly #avoidedEnds: readonly number[];
  readonly #bias: ReadonlyMap<number, number>;
  readonly #repetition: number;
  readonly #frequency: number;
  readonly #presence: number;
  /** Distinct tokens of prompt and completion; only kept for the repetition penalty. */
  readonly #seen: Set<number>;
  readonly #outputCounts: Map<number, number> = new Map<number, number>();
  /** The end of the completion, as long as the longest bad word needs it. */
  readonly #recent: number[] = [];
  readonly #recentLength: number;

  constructor(
    request: SampleRequest,
    promptTokens: Int32Array,
    endTokens: readonly number[],
    vocabularyTokens: number,
  ) {
    this.#allowed = null;
    if (request.allowedTokens !== undefined) {
      this.#allowed = new Uint8Array(vocabularyTokens);
      for (const token of request.allowedTokens) this.#allowed[token] = 1;
    }
    this.#badWords = request.badWords ?? [];
    this.#recentLength = Math.max(0, ...this.#badWords.map((word) => word.length - 1));
    this.#minTokens = request.minTokens ?? 0;
    this.#heldBackTokens = [...new Set([...endTokens, ...(request.stopTokens ?? [])])];
    const isAvoided = request.ignoreEnd === true && request.constraint !== undefined;
    this.#avoidedEnds = isAvoided ? endTokens : [];
    this.#bias = request.logitBias ?? new Map<number, number>();
    this.#repetition = request.repetitionPenalty ?? 1;
    this.#frequency = request.frequencyPenalty ?? 0;
    this.#presence = request.presencePenalty ?? 0;
    this.#seen = new Set(this.#repetition === 1 ? [] : promptTokens);
    this.isEmpty =
      this.#allowed === null &&
      this.#badWords.length === 0 &&
      this.#minTokens === 0 &&
      this.#bias.size === 0 &&
      this.#repetition === 1 &&
      this.#frequency === 0 &&
      this.#presence === 0;
    this.isMaskAlone = this.isEmpty && this.#avoidedEnds.length === 0;
  }

  /**
   * Changes a row of logits [vocabulary] in place.
   *
   * @param mask words of 32 tokens each, bit set where the constraint allows the token; null: no constraint
   * @param tokens length of the completion so far
   */
  apply(logits: Float32Array, mask: Int32Array | null, tokens: number): void {
    if (mask !== null) forbidUnmasked(logits, mask);
    if (mask !== null && this.#avoidedEnds.length > 0) avoid(logits, this.#avoidedEnds);
    if (this.isEmpty) return;
    const allowed = this.#allowed;
    if (allowed !== null) {
      for (let i = 0; i < logits.length; i++) if (allowed[i] === 0) logits[i] = -Infinity;
    }
    for (const word of this.#badWords) {
      if (this.#endsWithStartOf(word)) logits[word.at(-1)!] = -Infinity;
    }
    if (tokens < this.#minTokens) {
      for (const token of this.#heldBackTokens) logits[token] = -Infinity;
    }
    for (const [token, bias] of this.#bias) {
      logits[token]! += Math.max(-biasLimit, Math.min(biasLimit, bias));
    }
    this.#penalise(logits);
  }

  /** Takes note of a token of the completion. */
  observe(token: number): void {
    if (this.isEmpty) return;
    if (this.#repetition !== 1) this.#seen.add(token);
    if (this.#frequency !== 0 || this.#presence !== 0) {
      this.#outputCounts.set(token, (this.#outputCounts.get(token) ?? 0) + 1);
    }
    if (this.#recentLength === 0) return;
    this.#recent.push(token);
    if (this.#recent.length > this.#recentLength) this.#recent.shift();
  }

  /** logit > 0 ? logit / r : logit * r for what was seen (Keskar et al., CTRL, 2019); then - f * count - p for what was written. */
  #penalise(logits: Float32Array): void {
    for (const token of this.#seen) {
      const logit = logits[token]!;
      const penalised = logit > 0 ? logit / this.#repetition : logit * this.#repetition;
      logits[token] = Math.min(penalised, largestLogit);
    }
    for (const [token, count] of this.#outputCounts) {
      logits[token]! -= this.#frequency * count + this.#presence;
    }
  }

  #endsWithStartOf(word: readonly number[]): boolean {
    const length = word.length - 1;
    const offset = this.#recent.length - length;
    if (offset < 0) return false;
    for (let i = 0; i < length; i++) if (this.#recent[offset + i] !== word[i]) return false;
    return true;
  }
}

function forbidUnmasked(logits: Float32Array, mask: Int32Array): void {
  for (let i = 0; i < logits.length; i++) {
    if (((mask[i >>> 5]! >>> (i & 31)) & 1) === 0) logits[i] = -Infinity;
  }
}

/** Forbids tokens unless nothing else is left. */
function avoid(logits: Float32Array, tokens: readonly number[]): void {
  const before = tokens.map((token) => logits[token]!);
  for (const token of tokens) logits[token] = -Infinity;
  if (logits.some((logit) => logit !== -Infinity)) return;
  for (const [index, token] of tokens.entries()) logits[token] = before[index]!;
}
