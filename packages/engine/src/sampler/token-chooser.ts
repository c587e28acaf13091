import type { SampleRequest, SampleStop, TokenLogprob } from "../sampling.ts";
import type { Vocabulary } from "@heddle/text";
import type { Filters } from "./filters.ts";

import { EngineError } from "../errors.ts";
import { Adjustments } from "./adjustments.ts";
import { narrow } from "./filters.ts";
import { logSumExp, topLogprobs } from "./log-softmax.ts";
import { drawSeed, isSeedUnset, RandomStream } from "./random-stream.ts";
import { SamplerScratch } from "./scratch.ts";
import { StopRules } from "./stop-rules.ts";
import { FollowedText } from "./text-masks.ts";

/** Below it a temperature means: take the likeliest token. */
export const greedyTemperature = 1e-5;
const lowestTemperature = 0.01;
/** Of weights relative to the likeliest token's; those below are on their way to lose digits, and end as 0. */
const leastExactWeight = 1e-250;

/** The token that was chosen. One object per chooser, overwritten by the next choice. */
export interface ChosenToken {
  token: number;
  /** Of the model's own distribution, before anything was changed. */
  logprob: number;
  /** The likeliest of the model's own distribution; undefined where the request asks for none. */
  top: readonly TokenLogprob[] | undefined;
  /** Not null where the completion ends with this token. */
  stop: SampleStop | null;
}

export interface TokenChooserOptions {
  readonly vocabulary: Vocabulary;
  readonly endTokens: readonly number[];
  /** Which of the `n` completions. */
  readonly completionIndex: number;
  readonly promptTokens: Int32Array;
  /** For a request without a seed; left out: drawn here. */
  readonly drawnSeed?: bigint;
  /** Shared by the choosers of a thread; left out: one of its own. */
  readonly scratch?: SamplerScratch;
}

/**
 * Chooses the tokens of one completion, one row of logits after another.
 *
 * Steps: log-softmax of the raw row, which is what gets reported; constraint mask and `Adjustments`; temperature;
 * `narrow`; draw; `StopRules`. A temperature below 1e-5 takes the likeliest token (of equals the lowest id)
 * with topP, topK and minP off; one between that and 0.01 is raised to 0.01.
 */
export class TokenChooser {
  readonly #request: SampleRequest;
  readonly #scratch: SamplerScratch;
  readonly #adjustments: Adjustments;
  readonly #stopRules: StopRules;
  readonly #random: RandomStream;
  readonly #isGreedy: boolean;
  readonly #temperature: number;
  readonly #filters: Filters | null;
  readonly #top: number | undefined;
  /** Null where the request has no rules for the text. */
  readonly #text: FollowedText | null;
  readonly #chosen: ChosenToken = { token: -1, logprob: 0, top: undefined, stop: null };
  #tokens = 0;

  /** @param request as `validateSampleRequest` let it pass */
  constructor(request: SampleRequest, options: TokenChooserOptions) {
    const { vocabulary, endTokens, promptTokens } = options;
    this.#request = request;
    this.#scratch = options.scratch ?? new SamplerScratch(vocabulary.size);
    this.#adjustments = new Adjustments(request, promptTokens, endTokens, vocabulary.size);
    this.#stopRules = new StopRules(request, vocabulary, endTokens);
    const seed = isSeedUnset(request.seed)
      ? (options.drawnSeed ?? drawSeed())
      : BigInt(request.seed!);
    this.#random = new RandomStream(seed, options.completionIndex);
    const temperature = request.temperature ?? 1;
    this.#isGreedy = temperature < greedyTemperature;
    this.#temperature = Math.max(temperature, lowestTemperature);
    const topK = Math.max(request.topK ?? 0, 0);
    const topP = request.topP ?? 1;
    const minP = request.minP ?? 0;
    this.#filters = topK === 0 && topP === 1 && minP === 0 ? null : { topK, topP, minP };
    this.#top = request.topLogprobs;
    // A constraint allows nothing but whole characters anyway.
    const wholeCharacters = request.wholeCharacters === true && request.constraint === undefined;
    const { excludedTexts = [] } = request;
    this.#text =
      wholeCharacters || excludedTexts.length > 0
        ? new FollowedText(this.#scratch.textMasks(vocabulary, { wholeCharacters, excludedTexts }))
        : null;
  }

  /**
   * @param logits [at least vocabulary]; not changed, padding behind the vocabulary is not looked at
   * @param constraintMask words of 32 tokens each, bit set where the constraint allows the token; null: no constraint
   * @throws EngineError `numerical` where logits are not finite, `invalid` where the request forbids every token
   */
  choose(logits: Float32Array, constraintMask: Int32Array | null): ChosenToken {
    const mask = this.#mask(constraintMask);
    const { vocabularyTokens } = this.#scratch;
    const normaliser = logSumExp(logits, vocabularyTokens, this.#scratch.weights);
    const token = this.#isWeighted(mask) ? this.#draw() : this.#chooseAdjusted(logits, mask);
    this.#tokens++;
    this.#adjustments.observe(token);
    this.#text?.observe(token);

    const chosen = this.#chosen;
    chosen.token = token;
    chosen.logprob = logits[token]! - normaliser;
    chosen.top =
      this.#top === undefined
        ? undefined
        : topLogprobs(logits, this.#top, normaliser, this.#scratch);
    chosen.stop = this.#stopRules.after(token, this.#tokens);
    return chosen;
  }

  /**
   * Whether the weights that the log-softmax left serve to draw, once those of forbidden tokens are 0. Exponentials are
   * most of what a choice costs.
   */
  #isWeighted(mask: Int32Array | null): boolean {
    if (this.#isGreedy || this.#temperature !== 1 || !this.#adjustments.isMaskAlone) return false;
    if (mask === null) return true;
    // It wants the largest weight that is left to be 1.
    if ((this.#filters?.minP ?? 0) > 0) return false;
    const { weights, vocabularyTokens } = this.#scratch;
    let total = 0;
    for (let i = 0; i < vocabularyTokens; i++) {
      if (((mask[i >>> 5]! >>> (i & 31)) & 1) === 0) weights[i] = 0;
      else total += weights[i]!;
    }
    return total > leastExactWeight;
  }

  #chooseAdjusted(logits: Float32Array, mask: Int32Array | null): number {
    let row = logits;
    if (mask !== null || !this.#adjustments.isEmpty) {
      const { vocabularyTokens } = this.#scratch;
      row = this.#scratch.logits;
      for (let i = 0; i < vocabularyTokens; i++) row[i] = logits[i]!;
      this.#adjustments.apply(row, mask, this.#tokens);
    }
    const likeliest = this.#likeliest(row);
    if (this.#isGreedy) return likeliest;
    this.#weigh(row, row[likeliest]!);
    return this.#draw();
  }

  #mask(constraintMask: Int32Array | null): Int32Array | null {
    const own = this.#text?.mask ?? null;
    if (own === null || constraintMask === null) return own ?? constraintMask;
    return this.#scratch.both(own, constraintMask);
  }

  #likeliest(row: Float32Array): number {
    let likeliest = -1;
    let largest = -Infinity;
    for (let i = 0; i < this.#scratch.vocabularyTokens; i++) {
      const logit = row[i]!;
      if (logit > largest) {
        largest = logit;
        likeliest = i;
      }
    }
    if (likeliest === -1) throw this.#nothingAllowed();
    return likeliest;
  }

  #weigh(row: Float32Array, largest: number): void {
    const { weights, vocabularyTokens } = this.#scratch;
    for (let i = 0; i < vocabularyTokens; i++) {
      weights[i] = Math.exp((row[i]! - largest) / this.#temperature);
    }
  }

  /** Inverts the cumulative distribution at one uniform number; a token of weight 0 is never taken. */
  #draw(): number {
    const { weights, ids, vocabularyTokens } = this.#scratch;
    const uniform = this.#random.uniform(this.#tokens);
    let total = 0;
    if (this.#filters !== null) {
      const count = narrow(this.#scratch, this.#filters);
      for (let i = 0; i < count; i++) total += weights[ids[i]!]!;
      let rest = uniform * total;
      for (let i = 0; i < count; i++) {
        rest -= weights[ids[i]!]!;
        if (rest < 0) return ids[i]!;
      }
      return ids[count - 1]!;
    }
    for (let token = 0; token < vocabularyTokens; token++) total += weights[token]!;
    let rest = uniform * total;
    let last = 0;
    for (let token = 0; token < vocabularyTokens; token++) {
      const weight = weights[token]!;
      rest -= weight;
      if (rest < 0) return token;
      if (weight > 0) last = token;
    }
    return last;
  }

  #nothingAllowed(): EngineError {
    const { constraint, allowedTokens, minTokens, badWords } = this.#request;
    const { wholeCharacters, excludedTexts = [] } = this.#request;
    const rules: string[] = [];
    if (constraint !== undefined) rules.push("constraint");
    if (allowedTokens !== undefined) rules.push("allowedTokens");
    if (this.#tokens < (minTokens ?? 0)) rules.push("minTokens");
    if (badWords !== undefined && badWords.length > 0) rules.push("badWords");
    if (excludedTexts.length > 0) rules.push("excludedTexts");
    if (wholeCharacters === true) rules.push("wholeCharacters");
    return new EngineError(
      "invalid",
      `After ${this.#tokens} tokens of the completion ${rules.join(" and ") || "the logit bias"} together leave no token that may follow. Loosen one of them.`,
      { parameter: rules[0] ?? "logitBias" },
    );
  }
}
