import type { Sequence } from "../sequences/join-turns.ts";

/**
 * How many tokens the sequences of a group share as prompt: their longest common beginning, not beyond the first token
 * that a model wrote, less one token. Reference: training-api §7.3.
 */
export function sharedPromptTokens(sequences: readonly Sequence[]): number {
  const [first, ...others] = sequences;
  if (first === undefined) return 0;
  const written = sequences.map(({ mask }) => {
    const at = mask.indexOf(1);
    return at < 0 ? mask.length : at;
  });
  const most = written.reduce((least, at) => Math.min(least, at), first.tokens.length);
  let common = 0;
  while (common < most && others.every(({ tokens }) => tokens[common] === first.tokens[common])) {
    common += 1;
  }
  return Math.max(0, common - 1);
}
