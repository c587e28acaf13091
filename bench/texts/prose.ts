const syllables = "an be ca do en fi go he in jo ka le mi no or pa re si to un va we".split(" ");

/** Sentences of made-up words that compress about as well as English; some with a dash. */
export function prose(random: () => number, length: number): string {
  let text = "";
  while (text.length < length) {
    // Squared, so that some words are as frequent as they are in a language.
    const word = Math.floor(random() ** 2 * 3_000);
    const end = random();
    text += wordOf(word) + (end < 0.08 ? ". " : end < 0.14 ? ", " : end < 0.142 ? " — " : " ");
  }
  return text.trimEnd();
}

function wordOf(index: number): string {
  const count = syllables.length;
  let word = "";
  for (let left = index; left >= 0; left = Math.floor(left / count) - 1) {
    word += syllables[left % count];
  }
  return word;
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
