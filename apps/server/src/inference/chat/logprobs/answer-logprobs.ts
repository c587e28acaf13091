import type { SampleEvent, TokenLogprob } from "@heddle/engine";
import type { Inference } from "@heddle/types";
import type { TokenTexts } from "./token-texts.ts";

/** Stands for minus infinity, which JSON does not have. */
const leastLogprob = -9999;

type TokensEvent = Extract<SampleEvent, { kind: "tokens" }>;

/** One entry for each token of an event, in order. The likeliest tokens come first. */
export function answerLogprobs(
  { tokens, logprobs, top }: TokensEvent,
  texts: TokenTexts,
  topLogprobs: number,
): Inference.TokenLogprob[] {
  return tokens.map((token, at) => ({
    ...entry(token, logprobs[at] ?? -Infinity, texts),
    top_logprobs: topLogprobs === 0 ? [] : likeliest(top?.[at] ?? [], texts, topLogprobs),
  }));
}

/** A log probability as JSON can say it. */
export function finite(logprob: number): number {
  return Math.max(logprob, leastLogprob);
}

function likeliest(
  top: readonly TokenLogprob[],
  texts: TokenTexts,
  count: number,
): Inference.TopLogprob[] {
  const sorted = top.toSorted((one, other) => other.logprob - one.logprob);
  return sorted.slice(0, count).map(({ token, logprob }) => entry(token, logprob, texts));
}

function entry(token: number, logprob: number, texts: TokenTexts): Inference.TopLogprob {
  return { token: texts.name(token), logprob: finite(logprob), bytes: texts.bytes(token) };
}
