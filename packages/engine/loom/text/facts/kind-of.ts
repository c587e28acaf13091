import { ask, asTyped, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { fill } from "../wording.ts";
import { spoken, withArticle } from "./articles.ts";
import {
  anyKind,
  otherKind,
  kindSentence,
  thingAlone,
  thingInSentence,
  type Kind,
} from "./kinds.ts";

/** `{s}` is the thing as a sentence has it, `{t}` the thing alone. */
const wordings: readonly string[] = [
  "what is {s}?",
  "what is {s}?",
  "what's {s}?",
  "whats {s}?",
  "what is {t}?",
  "what kind of thing is {s}?",
  "what kind of a thing is {s}?",
  "what sort of thing is {s}?",
  "what type of thing is {s}?",
  "what kind of thing is {t}?",
  "which kind of thing is {s}?",
  "what is {s} exactly?",
  "what exactly is {s}?",
  "what is {s}, actually?",
  "what is meant by {s}?",
  "what does {t} mean?",
  'what does "{t}" mean?',
  "what does the word {t} mean?",
  "what does the word {t} name?",
  "what do we call {s}?",
  "what group does {s} belong to?",
  "what category is {s}?",
  "what category does {s} belong to?",
  "which category is {t} in?",
  "which category does {t} belong to?",
  "which group does {t} belong to?",
  "what class of thing is {s}?",
  "{s} is what kind of thing?",
  "{s} is what?",
  "{s}: what is it?",
  "{s} - what is that?",
  "{t}: what kind of thing is it?",
  "{t} is a kind of what?",
  "{s} is a kind of...",
  "tell me what {s} is",
  "tell me what {t} is",
  "tell me what kind of thing {s} is",
  "tell me the category of {t}",
  "can you tell me what {s} is?",
  "could you tell me what {s} is?",
  "can you say what {s} is?",
  "can you explain what {s} is?",
  "please tell me what {s} is",
  "please explain what {s} is",
  "explain what {s} is",
  "say what {s} is",
  "do you know what {s} is?",
  "do you know what kind of thing {s} is?",
  "do you happen to know what {s} is?",
  "define {t}",
  "define the word {t}",
  'define "{t}"',
  "give me the kind of {t}",
  "give me the category of {t}",
  "name the category of {t}",
  "describe {s} in one sentence",
  "in one sentence, what is {s}?",
  "in short, what is {s}?",
  "i do not know what {s} is. what is it?",
  "i'd like to know what {s} is",
  "i want to know what {s} is",
  "i need to know what {s} is",
  "i wonder what {s} is",
  "so what is {s}?",
  "and what is {s}?",
  "ok, what is {s}?",
  "hey, what is {s}?",
  "quick question: what is {s}?",
  "a child asks: what is {s}?",
  "my son asks what {s} is. what do i say?",
  "under which heading would you put {s}?",
  "how would you classify {s}?",
  "how would you categorize {t}?",
  "complete: {s} is ...",
  "finish the sentence: {s} is ...",
];

/** With two or three kinds to choose from, `{or}`. */
const choiceWordings: readonly string[] = [
  "is {s} {or}?",
  "is {s} {or}?",
  "is {s} {or}?",
  "{s}: {or}?",
  "{s} - {or}?",
  "what is {s}: {or}?",
  "what is {s}, {or}?",
  "tell me if {s} is {or}",
  "tell me whether {s} is {or}",
  "can you tell me if {s} is {or}?",
  "would you say {s} is {or}?",
  "do you think {s} is {or}?",
  "do you know if {s} is {or}?",
  "i wonder if {s} is {or}",
  "i'm not sure if {s} is {or}",
  "which is it: is {s} {or}?",
  "should i call {s} {or}?",
  "decide: is {s} {or}?",
  "choose: is {s} {or}?",
  "quick question: is {s} {or}?",
];

function typed(random: Random, of: Kind, text: string): string {
  return of.form === "proper" && random.chance(0.5) ? text.toLowerCase() : text;
}

/** What kind of thing something is, now and then with kinds to choose from: `A lemon is a fruit.` */
export function kindOf(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const of = anyKind(random);
    const thing = random.pick(of.things);
    const s = typed(random, of, thingInSentence(of, thing));
    const t = typed(random, of, thingAlone(of, thing));
    let text: string;
    if (random.chance(0.3)) {
      const options = new Set([of.name]);
      const count = random.pick([2, 2, 2, 3]);
      while (options.size < count) options.add(otherKind(random, of).name);
      const inOrder = [...options].map(withArticle);
      if (random.chance(0.5)) inOrder.reverse();
      text = fill(random.pick(choiceWordings), { s, or: spoken(inOrder, "or") });
    } else {
      text = fill(random.pick(wordings), { s, t });
    }
    return {
      key: text.toLowerCase(),
      messages: ask(asTyped(random, text), kindSentence(of, thing)),
    };
  });
}
