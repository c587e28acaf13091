import type { Random } from "../random.ts";
import { inOtherCase, phrase, wordRow } from "./phrases.ts";

/** Two to six words, unrelated ones for the most part. */
export function severalWords(random: Random): string {
  const text = random.chance(0.75) ? wordRow(random, 2, 6) : phrase(random);
  return random.chance(0.85) ? text : inOtherCase(random, text);
}
