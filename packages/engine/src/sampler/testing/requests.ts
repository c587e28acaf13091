import type { SampleRequest } from "../../sampling.ts";
import type { Vocabulary } from "@heddle/text";

import { TokenChooser } from "../token-chooser.ts";

/** A vocabulary of these texts; null stands for a special token. */
export function vocabularyOf(
  texts: readonly (string | Uint8Array | null)[],
  endTokens: readonly number[] = [],
): Vocabulary {
  const pieces = texts.map((text) =>
    text === null ? Buffer.from("<special>") : Buffer.from(text as string),
  );
  const offsets = new Int32Array(texts.length + 1);
  for (const [index, piece] of pieces.entries())
    offsets[index + 1] = offsets[index]! + piece.length;
  const isSpecial = Uint8Array.from(texts, (text) => (text === null ? 1 : 0));
  return {
    size: texts.length,
    bytes: Buffer.concat(pieces),
    offsets,
    isSpecial,
    endTokens,
    hasPrefixSpace: false,
  };
}

/** One letter a token. */
export function letters(count: number, endTokens: readonly number[] = []): Vocabulary {
  return vocabularyOf(
    Array.from({ length: count }, (_, i) => String.fromCharCode(97 + (i % 26))),
    endTokens,
  );
}

export function requestOf(changes: Partial<SampleRequest> = {}): SampleRequest {
  return { prompt: Int32Array.of(0), maxTokens: 100_000, seed: 1, ...changes };
}

export function chooserOf(
  changes: Partial<SampleRequest>,
  vocabulary: Vocabulary,
  completionIndex = 0,
): TokenChooser {
  const request = requestOf(changes);
  return new TokenChooser(request, {
    vocabulary,
    endTokens: vocabulary.endTokens,
    completionIndex,
    promptTokens: request.prompt,
  });
}

/** Logits of probabilities. */
export function logitsOf(probabilities: readonly number[]): Float32Array {
  return Float32Array.from(probabilities, Math.log);
}

/** How often each token was chosen. */
export function countsOf(
  chooser: TokenChooser,
  logits: Float32Array,
  draws: number,
  mask: Int32Array | null = null,
): number[] {
  const counts = Array.from({ length: logits.length }, () => 0);
  for (let i = 0; i < draws; i++) counts[chooser.choose(logits, mask).token]!++;
  return counts;
}

/** Pearson's statistic of counts against probabilities; those of probability zero must not occur. */
export function chiSquare(counts: readonly number[], probabilities: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count, index) => {
    const expected = total * probabilities[index]!;
    if (expected === 0) return count === 0 ? sum : Infinity;
    return sum + (count - expected) ** 2 / expected;
  }, 0);
}
