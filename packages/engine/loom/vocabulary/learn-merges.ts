/** Two tokens that become one. */
export type Merge = readonly [left: string, right: string];

interface CountedWord {
  parts: readonly string[];
  readonly count: number;
}

/**
 * The merges of a byte-pair encoding, the most frequent pair first (Sennrich, Haddow and Birch 2016, "Neural Machine
 * Translation of Rare Words with Subword Units", algorithm 1). Words are given with their counts, each as a string of
 * the symbols that merges begin from; pairs of one count come in the order of their text, so that the same words
 * always give the same merges.
 */
export function learnMerges(words: ReadonlyMap<string, number>, most: number): Merge[] {
  const corpus: CountedWord[] = [...words].map(([word, count]) => ({
    parts: word.split(""),
    count,
  }));
  const merges: Merge[] = [];
  while (merges.length < most) {
    const best = mostFrequentPair(corpus);
    if (best === null) break;
    merges.push(best);
    for (const word of corpus) word.parts = merged(word.parts, best);
  }
  return merges;
}

function mostFrequentPair(corpus: readonly CountedWord[]): Merge | null {
  const counts = new Map<string, number>();
  for (const { parts, count } of corpus) {
    for (let index = 1; index < parts.length; index += 1) {
      const pair = `${parts[index - 1]} ${parts[index]}`;
      counts.set(pair, (counts.get(pair) ?? 0) + count);
    }
  }
  let best: string | null = null;
  let most = 1;
  for (const [pair, count] of counts) {
    if (count > most || (count === most && best !== null && pair < best)) {
      best = pair;
      most = count;
    }
  }
  return best === null ? null : (best.split(" ") as unknown as Merge);
}

function merged(parts: readonly string[], [left, right]: Merge): readonly string[] {
  if (!parts.includes(left)) return parts;
  const result: string[] = [];
  for (const part of parts) {
    if (part === right && result.at(-1) === left) result[result.length - 1] = left + right;
    else result.push(part);
  }
  return result;
}
