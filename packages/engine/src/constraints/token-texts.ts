import type { Vocabulary } from "../tokenizer/vocabulary.ts";

/**
 * The characters by which byte-level tokenizers write bytes: printable ones of Latin-1 stand for themselves, the others
 * for characters from U+0100 on (Radford et al., GPT-2, `bytes_to_unicode`).
 */
function byteCharacters(): string[] {
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => {
    const isPrintable =
      (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xff && byte !== 0xad);
    return String.fromCharCode(isPrintable ? byte : next++);
  });
}

/**
 * Every token as xgrammar takes it in its byte-level form: the one that can say every sequence of bytes, also halves
 * of characters. Tokens without text, special ones among them, are empty.
 */
export function tokenTexts(vocabulary: Vocabulary): string[] {
  const characters = byteCharacters();
  const { size, bytes, offsets, isSpecial } = vocabulary;
  return Array.from({ length: size }, (_, token) => {
    if (isSpecial[token] === 1) return "";
    let text = "";
    for (let i = offsets[token]!; i < offsets[token + 1]!; i++) text += characters[bytes[i]!]!;
    return text;
  });
}
