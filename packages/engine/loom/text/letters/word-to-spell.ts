import { capitalised } from "../exchange.ts";
import type { Random } from "../random.ts";
import { inventedWord, letters } from "../words.ts";
import { word } from "./phrases.ts";

/** A word to spell: long and unheard-of ones too, since letters are copied one by one. */
export function wordToSpell(random: Random): string {
  const source = random.next();
  const drawn =
    source < 0.7
      ? word(random)
      : source < 0.87
        ? inventedWord(random, 4)
        : letters(random, 2, source < 0.95 ? 8 : 12);
  const kind = random.next();
  if (kind < 0.78) return drawn;
  return kind < 0.95 ? capitalised(drawn) : drawn.toUpperCase();
}
