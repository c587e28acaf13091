import type { Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { asTitle } from "../words.ts";
import { firstLettersWordings, firstLetterWordings } from "./first-letters-wordings.ts";
import { wordRow } from "./phrases.ts";
import { severalWords } from "./several-words.ts";
import { taskExchange } from "./task-exchange.ts";
import { wordToSpell } from "./word-to-spell.ts";

/** The first letters of the words of a text, or of a single word. The "and" of a list is no word of it. */
export function firstLetters(random: Random, split: Split): Exchange {
  const hasCommas = random.chance(0.1);
  const isSingle = random.chance(0.14);
  return drawFrom(split, () => {
    if (isSingle) {
      const text = wordToSpell(random);
      return taskExchange(random, firstLetterWordings, text, text.slice(0, 1));
    }
    if (hasCommas) {
      const parts = wordRow(random, 3, 5).split(" ");
      const end = random.chance(0.5) ? ", " : " and ";
      const list = parts.slice(0, -1).join(", ") + end + (parts.at(-1) ?? "");
      const letter = parts.map((part) => part.slice(0, 1));
      return taskExchange(random, firstLettersWordings, list, letter.join(" "));
    }
    const drawn = severalWords(random);
    const text = random.chance(0.85) ? drawn : asTitle(drawn);
    const initials = text.split(" ").map((part) => part.slice(0, 1));
    return taskExchange(random, firstLettersWordings, text, initials.join(" "));
  });
}
