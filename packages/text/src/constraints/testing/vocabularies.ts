import type { Vocabulary } from "../../tokenizer/vocabulary.ts";

/** Id of the end token of `byteVocabulary`. */
export const byteEnd = 257;

/** 256 bytes and four special tokens, of which 257 ends: as the built-in model has it. */
export function byteVocabulary(): Vocabulary {
  const texts = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
  const special = ["<a>", "<b>", "<c>", "<d>"].map((text) => Buffer.from(text));
  return vocabularyOf([...texts, ...special], 256, [byteEnd]);
}

/**
 * All bytes, then pieces of one to six characters as byte-pair encodings have them, some with halves of characters;
 * the last four are special, the first of those ends.
 */
export function pieceVocabulary(size: number): Vocabulary {
  const texts: Uint8Array[] = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
  const syllables = [
    "a",
    "e",
    "no",
    "ti",
    "s",
    "1",
    "0",
    '"',
    '": ',
    ", ",
    "{",
    "}",
    "é",
    "日",
    " ",
    "\\",
    "-",
    "[",
    "]",
    "yes",
    "x",
  ];
  for (let i = 0; texts.length < size - 4; i++) {
    const first = syllables[i % syllables.length]!;
    const second = syllables[Math.floor(i / syllables.length) % syllables.length]!;
    const rest = i < syllables.length ** 2 ? "" : i.toString(36);
    const text = Buffer.from(first + second + rest);
    // Every 50th ends within a character.
    texts.push(i % 50 === 0 ? Buffer.concat([text, Buffer.from("é").subarray(0, 1)]) : text);
  }
  for (const text of ["<end>", "<b>", "<c>", "<d>"]) texts.push(Buffer.from(text));
  return vocabularyOf(texts, size - 4, [size - 4]);
}

/** Tokens by their bytes; those from `firstSpecial` on are special. */
export function vocabularyOf(
  texts: readonly Uint8Array[],
  firstSpecial: number,
  endTokens: readonly number[],
): Vocabulary {
  const offsets = new Int32Array(texts.length + 1);
  for (const [index, text] of texts.entries()) offsets[index + 1] = offsets[index]! + text.length;
  return {
    size: texts.length,
    bytes: Buffer.concat(texts),
    offsets,
    isSpecial: new Uint8Array(texts.length).fill(1, firstSpecial),
    endTokens,
    hasPrefixSpace: false,
  };
}
