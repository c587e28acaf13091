import type { Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { wordRow } from "./phrases.ts";
import { reversalWordings } from "./reversal-wordings.ts";
import { severalWords } from "./several-words.ts";
import { taskExchange } from "./task-exchange.ts";

/** The words of a text from the last to the first; a list with commas keeps its commas. */
export function reversedWords(random: Random, split: Split): Exchange {
  const hasCommas = random.chance(0.1);
  return drawFrom(split, () => {
    if (hasCommas) {
      const parts = wordRow(random, 2, 5).split(" ");
      return taskExchange(
        random,
        reversalWordings,
        parts.join(", "),
        parts.toReversed().join(", "),
      );
    }
    const text = severalWords(random);
    return taskExchange(random, reversalWordings, text, text.split(" ").toReversed().join(" "));
  });
}
