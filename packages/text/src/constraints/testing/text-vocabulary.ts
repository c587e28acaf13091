import type { Vocabulary } from "../../tokenizer/vocabulary.ts";
import { vocabularyOf } from "./vocabularies.ts";

const words =
  "the of a in to and is was weaver loom thread true false null name type city Rome 12 3.14 2026-11-23 http :// . , ; é ü ñ 日本 語 мир 😀 ‽ x_y CONST camelCase".split(
    " ",
  );
const marks = [
  '"',
  '":',
  '": "',
  '", "',
  '"}',
  "{",
  '{"',
  "}",
  "[",
  "]",
  "\\",
  '\\"',
  "\\n",
  "\n",
  "\t",
  "/",
  "-",
  " ",
  "   ",
];

/**
 * A vocabulary such as byte-pair encodings of real text have: all bytes, words with and without a space in front, joined ones,
 * marks of JSON beside words, halves of characters, long runs of white space, and some tokens with the same bytes. The last token ends.
 */
export function textVocabulary(size: number): Vocabulary {
  const texts: Uint8Array[] = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
  const add = (text: string | Uint8Array): void => {
    if (texts.length < size - 1) texts.push(Buffer.from(text as string));
  };
  for (const run of [2, 3, 4, 8, 16, 30, 64]) add(" ".repeat(run));
  for (const word of words) {
    add(word);
    add(` ${word}`);
    add(Buffer.from(word).subarray(0, -1));
    for (const mark of marks) {
      add(mark + word);
      add(word + mark);
    }
  }
  // Twins of tokens that stand already.
  for (const word of words.slice(0, 5)) add(word);
  for (let i = 0; texts.length < size - 1; i++) {
    const pick = (step: number): string => words[(i * step + (i >> 5)) % words.length]!;
    add(
      `${i % 3 === 0 ? " " : ""}${pick(7)}${pick(11)}${i % 5 === 0 ? pick(13) : ""}${i % 7 === 0 ? marks[i % marks.length]! : ""}`,
    );
  }
  texts.push(Buffer.from("<end>"));
  return vocabularyOf(texts, size - 1, [size - 1]);
}
