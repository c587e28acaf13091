import type { WorthySequence } from "../sequences/trained-groups.ts";

/** A sequence of tokens, of which those below 0 are trained and stand for their opposites. */
export function worthy(
  tokens: readonly number[],
  worth: { readonly advantage?: number; readonly weight?: number } = {},
): WorthySequence {
  const { advantage = 1, weight = 1 } = worth;
  return {
    tokens: Int32Array.from(tokens, Math.abs),
    mask: Uint8Array.from(tokens, (token) => Number(token < 0)),
    logprobs: Float32Array.from(tokens, (token) => (token < 0 ? -0.5 : Number.NaN)),
    advantage,
    weight,
  };
}
