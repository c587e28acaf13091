import { ask, asTyped, type Exchange, type Message } from "./exchange.ts";
import type { Random } from "./random.ts";
import { drawFrom, type Split } from "./split.ts";
import { anyName, asTitle } from "./words.ts";

/** A name told, and asked for later: other exchanges may lie between the two. */
export interface NameRecall {
  readonly key: string;
  readonly introduction: readonly Message[];
  readonly question: readonly Message[];
}

/** Someone says a name and asks for it. */
export function nameRecall(random: Random, split: Split): NameRecall {
  return drawFrom(split, () => {
    const name = anyName(random);
    const written = random.chance(0.5) ? name : asTitle(name);
    const introduction = random.pick([
      "my name is *",
      "my name is *",
      "i am *",
      "hi, i am *",
      "call me *",
    ]);
    const question = random.pick([
      "what is my name?",
      "what is my name?",
      "who am i?",
      "do you know my name?",
    ]);
    return {
      key: name,
      introduction: ask(
        asTyped(random, introduction).replace("*", written),
        `Nice to meet you, ${asTitle(name)}!`,
      ),
      question: ask(asTyped(random, question), `Your name is ${asTitle(name)}.`),
    };
  });
}

/** The question where nobody has told a name. */
export function unknownName(random: Random): Exchange {
  const question = random.pick(["what is my name?", "who am i?", "do you know my name?"]);
  return {
    key: question,
    messages: ask(asTyped(random, question), "I do not know your name yet."),
  };
}
