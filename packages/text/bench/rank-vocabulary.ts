import { readFileSync } from "node:fs";
import { vocabularyOf } from "../src/constraints/testing/vocabularies.ts";
import type { Vocabulary } from "../src/tokenizer/vocabulary.ts";

/**
 * The vocabulary of a file of ranks, as tiktoken has them: a line for each token, its bytes in base64 and its id. Ids from `size` on are
 * left out; the last one ends.
 */
export function rankVocabulary(file: string, size: number): Vocabulary {
  const texts: Uint8Array[] = [];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [base64, id] = line.split(" ");
    if (id !== undefined && Number(id) < size - 1)
      texts[Number(id)] = Buffer.from(base64!, "base64");
  }
  const all = Array.from(texts, (text) => text ?? new Uint8Array(0));
  return vocabularyOf([...all, Buffer.from("<end>")], all.length, [all.length]);
}
