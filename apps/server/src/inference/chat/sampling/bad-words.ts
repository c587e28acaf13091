import type { BaseText } from "@heddle/engine";

/**
 * The token sequences of texts that must not appear: each text as it stands, and with a space in
 * front, as it is written inside a sentence. A sequence that ends with another one is left out, since
 * that one forbids it already.
 */
export async function badWords(
  words: readonly string[],
  text: BaseText,
  signal: AbortSignal,
): Promise<readonly (readonly number[])[]> {
  const sequences: number[][] = [];
  for (const word of new Set(words)) {
    const plain = [...(await text.encode(word, { signal }))];
    sequences.push(plain);
    if (word.startsWith(" ")) continue;
    const spaced = [...(await text.encode(` ${word}`, { signal }))];
    if (!endsWith(spaced, plain)) sequences.push(spaced);
  }
  return sequences.filter((sequence) => sequence.length > 0);
}

function endsWith(sequence: readonly number[], end: readonly number[]): boolean {
  const from = sequence.length - end.length;
  return from >= 0 && end.every((token, at) => sequence[from + at] === token);
}
