import { byteAlphabet } from "../tokenizer/byte-alphabet.ts";
import type { Vocabulary } from "../tokenizer/vocabulary.ts";

/**
 * Every token as xgrammar takes it in its byte-level form: the one that can say every sequence of bytes, also halves
 * of characters. Tokens without text, special ones among them, are empty.
 */
export function tokenTexts(vocabulary: Vocabulary): string[] {
  const { size, bytes, offsets, isSpecial } = vocabulary;
  return Array.from({ length: size }, (_, token) => {
    if (isSpecial[token] === 1) return "";
    let text = "";
    for (let i = offsets[token]!; i < offsets[token + 1]!; i++) text += byteAlphabet[bytes[i]!]!;
    return text;
  });
}
