import type { PromptLogprob, TokenLogprob } from "@heddle/engine";
import type { Inference } from "@heddle/types";
import { finite } from "./answer-logprobs.ts";
import type { TokenTexts } from "./token-texts.ts";

/**
 * What is known of each token of the prompt, by the id of the token: the one that stands there, and
 * the likeliest ones. The first has nothing before it, and is null.
 */
export function promptLogprobs(
  places: readonly (PromptLogprob | null)[],
  texts: TokenTexts,
): (Inference.PromptTokenLogprobs | null)[] {
  return places.map((place) => {
    if (place === null) return null;
    const known = [place, ...place.top.map(ranked)];
    return Object.fromEntries(
      known.map(({ token, logprob, rank }) => [
        String(token),
        { logprob: finite(logprob), rank: rank ?? null, decoded_token: texts.text(token) },
      ]),
    );
  });
}

/** The likeliest tokens come in order, so their places are their ranks. */
function ranked(one: TokenLogprob, at: number): TokenLogprob {
  return { ...one, rank: one.rank ?? at + 1 };
}
