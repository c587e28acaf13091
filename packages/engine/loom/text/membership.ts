import { ask, asTyped, capitalised, type Exchange } from "./exchange.ts";
import type { Random } from "./random.ts";
import { drawFrom, type Split } from "./split.ts";

const kinds = {
  fruit: [
    "apple",
    "banana",
    "lemon",
    "melon",
    "orange",
    "grape",
    "cherry",
    "mango",
    "peach",
    "pear",
  ],
  animal: ["tiger", "monkey", "horse", "sheep", "mouse", "dog", "cat", "cow", "lion", "bear"],
  city: ["paris", "london", "tokyo", "berlin", "rome", "madrid", "oslo", "cairo", "lima", "delhi"],
} as const;
type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}

/** Whether a thing is of a kind: `yes` or `no`. A wording of a question is held out, never all wordings of a fact. */
export function membership(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const kind = random.pick(kindNames);
    const askedKind = random.chance(0.5) ? kind : random.pick(kindNames);
    const thing = random.pick(kinds[kind]);
    const subject = kind === "city" ? thing : withArticle(thing);
    const text = random.pick([
      `is ${subject} ${withArticle(askedKind)}?`,
      `is ${thing} the name of ${withArticle(askedKind)}?`,
      `yes or no: is ${subject} ${withArticle(askedKind)}?`,
    ]);
    return { key: text, messages: ask(asTyped(random, text), kind === askedKind ? "yes" : "no") };
  });
}

/** What kind of thing something is: what `membership` has to know before it can say yes or no. */
export function kindOf(random: Random): Exchange {
  const kind = random.pick(kindNames);
  const thing = random.pick(kinds[kind]);
  const subject = kind === "city" ? thing : withArticle(thing);
  const text = `what is ${subject}?`;
  const answer = `${capitalised(subject)} is ${withArticle(kind)}.`;
  return { key: text, messages: ask(asTyped(random, text), answer) };
}
