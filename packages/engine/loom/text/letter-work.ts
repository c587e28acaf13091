import { ask, asTyped, type Exchange } from "./exchange.ts";
import type { Random } from "./random.ts";
import { drawFrom, type Split } from "./split.ts";
import { anyWord } from "./words.ts";

/** A word in capitals. */
export function uppercase(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const word = random.chance(0.2) ? `${anyWord(random)} ${anyWord(random)}` : anyWord(random);
    const request = random.pick(["uppercase: ", "uppercase ", "in capitals: "]);
    return { key: word, messages: ask(asTyped(random, request + word), word.toUpperCase()) };
  });
}

/** A word letter by letter. */
export function spelling(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const word = anyWord(random);
    const request = random.pick(["spell ", "spell: ", "spell the word "]);
    return { key: word, messages: ask(asTyped(random, request + word), word.split("").join(" ")) };
  });
}
