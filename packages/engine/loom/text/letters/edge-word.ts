import type { Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { edgeWordings } from "./edge-wordings.ts";
import { inOtherCase, phrase } from "./phrases.ts";
import { severalWords } from "./several-words.ts";
import { taskExchange } from "./task-exchange.ts";

const edges = { first: edgeWordings("first"), last: edgeWordings("last") };

/** The first or the last word of a text, without the mark that may stand after it. */
export function edgeWord(random: Random, split: Split): Exchange {
  const isFirst = random.chance(0.45);
  return drawFrom(split, () => {
    const text = random.chance(0.6) ? severalWords(random) : inOtherCase(random, phrase(random));
    const answer = text.split(" ").at(isFirst ? 0 : -1) ?? "";
    const given = random.chance(0.08) ? text + random.pick([".", ".", "!", "?"]) : text;
    return taskExchange(random, isFirst ? edges.first : edges.last, given, answer);
  });
}
