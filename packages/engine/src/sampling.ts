import type { Constraint } from "@heddle/text";

export type { Constraint, StructuralTag } from "@heddle/text";

/**
 * A request for completions of a prompt of tokens. Everything but the prompt and `maxTokens` may be left out;
 * what is left out has no effect. Log-probabilities that come back are those of the model's own distribution,
 * before temperature, penalties and filters.
 */
export interface SampleRequest {
  readonly prompt: Int32Array;
  /** At least 1; prompt and completion together stay within the context. */
  readonly maxTokens: number;
  /** Completions of the same prompt; default 1. Each draws from a stream of its own. */
  readonly n?: number;
  /** Same seed, same request, same tokens; left out: drawn. */
  readonly seed?: number | bigint;
  /** 0 takes the likeliest token; default 1. */
  readonly temperature?: number;
  readonly topP?: number;
  /** 0 or -1: off. */
  readonly topK?: number;
  readonly minP?: number;
  readonly repetitionPenalty?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  /** Added to the logit of a token. */
  readonly logitBias?: ReadonlyMap<number, number>;
  readonly allowedTokens?: readonly number[];
  /** Token sequences that must not appear. */
  readonly badWords?: readonly (readonly number[])[];
  /** Texts that must not appear, whichever tokens write them: special tokens of these texts are excluded too. */
  readonly excludedTexts?: readonly string[];
  /** Until so many tokens: no end token, no stop token, no stop string. */
  readonly minTokens?: number;
  readonly ignoreEnd?: boolean;
  readonly stopTokens?: readonly number[];
  /** Matched over the text of the completion; the token that completes a match is part of it. */
  readonly stopStrings?: readonly string[];
  readonly beamSearch?: { readonly width: number; readonly lengthPenalty: number };
  readonly constraint?: Constraint;
  /** Only tokens that go on with valid UTF-8. The token limit may cut a character all the same. Default false. */
  readonly wholeCharacters?: boolean;
  /** Likeliest tokens reported beside each token of the completion; -1: the whole vocabulary. */
  readonly topLogprobs?: number;
  /** Report the prompt's log-probabilities with so many alternatives. */
  readonly promptLogprobs?: number;
  /** Lower goes first; default 0. */
  readonly priority?: number;
  /** Prompts with different salts share nothing. */
  readonly cacheSalt?: string;
}

/** A token and its log-probability. */
export interface TokenLogprob {
  readonly token: number;
  readonly logprob: number;
  /** 1 for the likeliest. */
  readonly rank?: number;
}

/** What is known of one position of the prompt; the first has none. */
export interface PromptLogprob extends TokenLogprob {
  readonly rank: number;
  readonly top: readonly TokenLogprob[];
}

/** Why a completion ended. */
export type SampleStop =
  | { readonly reason: "end" }
  | { readonly reason: "stop_token"; readonly token: number }
  | { readonly reason: "stop_string"; readonly text: string }
  | { readonly reason: "length" };

/** One piece of what `sample` yields, in the order in which it comes to be. */
export type SampleEvent =
  | {
      readonly kind: "prompt";
      /** Tokens of the prompt whose work was shared with an earlier one. */
      readonly cachedTokens: number;
      readonly logprobs?: readonly (PromptLogprob | null)[];
    }
  | {
      readonly kind: "tokens";
      /** Which of the `n` completions. */
      readonly index: number;
      readonly tokens: readonly number[];
      readonly logprobs: readonly number[];
      readonly top?: readonly (readonly TokenLogprob[])[];
    }
  | {
      readonly kind: "end";
      readonly index: number;
      readonly stop: SampleStop;
      /** Score of a beam; only with beam search. */
      readonly score?: number;
    };
