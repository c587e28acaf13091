import { functionWords } from "./function-words.ts";
import { learnMerges, type Merge } from "./learn-merges.ts";

/** What a byte-level tokenizer writes for a space. */
const writtenSpace = "Ġ";

/** Words of a text as the tokenizer parts them, without the spaces before them; digits stay alone. */
const wordPattern = /'(?:s|t|re|ve|m|ll|d)|\p{L}+|[^\s\p{L}\p{N}]+/gu;

/** Counts the words of texts. Only words of ASCII: all other letters stay bytes. */
export function countWords(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of text.matchAll(wordPattern)) {
      if (!/^[!-~]+$/.test(word)) continue;
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

/** Words that are rarer are left out: most of them are random letters, which nothing is learnt from. */
const fewestOccurrences = 4;

/**
 * Merges of a vocabulary that is good at copying: within words, never over digits, white space or between letters and
 * signs; and last the function words with the space before them.
 */
export function chatMerges(counts: ReadonlyMap<string, number>, most: number): Merge[] {
  const known = new Map([...counts].filter(([, count]) => count >= fewestOccurrences));
  const learnt = learnMerges(known, most);
  for (let kept = learnt.length; kept > 0; kept -= 1) {
    const words = learnt.slice(0, kept);
    const whole = new Set(words.map((pair) => pair.join("")));
    const spaced = functionWords.filter((word) => word.length === 1 || whole.has(word));
    if (kept + spaced.length <= most) {
      return [...words, ...spaced.map((word): Merge => [writtenSpace, word])];
    }
  }
  return [];
}
