import type { Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { spellingWordings } from "./spelling-wordings.ts";
import { taskExchange } from "./task-exchange.ts";
import { wordToSpell } from "./word-to-spell.ts";

/** A word letter by letter, each as it was typed. */
export function spelling(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const text = wordToSpell(random);
    return taskExchange(random, spellingWordings, text, Array.from(text).join(" "));
  });
}
