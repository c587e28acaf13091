import { ask, asTyped, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { fill } from "../wording.ts";
import { withArticle } from "./articles.ts";
import { anyKind, otherKind, severalOf, thingAlone, thingInSentence, type Kind } from "./kinds.ts";

/** `{s}` is the thing as a sentence has it, `{t}` the thing alone, `{k}` the kind with its article, `{n}` without. */
const wordings: readonly string[] = [
  "is {s} {k}?",
  "is {s} {k}?",
  "is {s} {k}?",
  "is {t} {k}?",
  "is {s} a kind of {n}?",
  "is {s} a type of {n}?",
  "is {s} really {k}?",
  "is {s} considered {k}?",
  "is {s} {k}, yes or no?",
  "is {s} {k} or not?",
  "is {s} an example of {k}?",
  "is {t} the name of {k}?",
  "is the word {t} the name of {k}?",
  'is "{t}" {k}?',
  'is "{t}" the name of {k}?',
  "yes or no: is {s} {k}?",
  "yes or no, is {s} {k}?",
  "yes/no: is {s} {k}?",
  "yes or no: {s} is {k}",
  "answer yes or no: is {s} {k}?",
  "answer with yes or no. is {s} {k}?",
  "quick question: is {s} {k}?",
  "question: is {s} {k}?",
  "tell me, is {s} {k}?",
  "tell me if {s} is {k}",
  "tell me whether {s} is {k}",
  "please tell me if {s} is {k}",
  "can you tell me if {s} is {k}?",
  "could you tell me whether {s} is {k}?",
  "do you know if {s} is {k}?",
  "do you know whether {s} is {k}?",
  "do you think {s} is {k}?",
  "would you say {s} is {k}?",
  "would you say that {s} is {k}?",
  "would you call {s} {k}?",
  "can you say if {s} is {k}?",
  "i want to know if {s} is {k}",
  "i'd like to know whether {s} is {k}",
  "i wonder if {s} is {k}",
  "i'm not sure, is {s} {k}?",
  "i think {s} is {k}. is that right?",
  "i think {s} is {k}. am i right?",
  "my friend says {s} is {k}. is that true?",
  "{s} is {k}. true?",
  "{s} is {k}, right?",
  "{s} is {k}, isn't it?",
  "{s} is {k}, correct?",
  "is it true that {s} is {k}?",
  "is it right that {s} is {k}?",
  "is it correct to call {s} {k}?",
  "true or not: {s} is {k}",
  "{s}: is it {k}?",
  "{t} - is that {k}?",
  "{t}: {n} or not?",
  "{t}, is that {k}?",
  "what about {s}, is it {k}?",
  "and is {s} {k}?",
  "so is {s} {k}?",
  "hey, is {s} {k}?",
  "hi, is {s} {k}?",
  "ok, is {s} {k}?",
  "isn't {s} {k}?",
  "does {s} count as {k}?",
  "can {s} be called {k}?",
  "should i call {s} {k}?",
  "check if {s} is {k}",
  "check: is {s} {k}?",
  "say yes or no: is {s} {k}?",
  "please answer: is {s} {k}?",
  "does the word {t} name {k}?",
  "does {t} belong to the {p}?",
  "does {t} belong in the group of {p}?",
  "is {t} one of the {p}?",
  "is {t} among the {p}?",
  "a child asks: is {s} {k}?",
];

/** `{several}` is more than one of the thing, `{p}` the kind in the plural. */
const pluralWordings: readonly string[] = [
  "are {several} {p}?",
  "are {several} {p}?",
  "are {several} {p} or not?",
  "are {several} {p}, yes or no?",
  "yes or no: are {several} {p}?",
  "do you think {several} are {p}?",
  "tell me if {several} are {p}",
  "tell me, are {several} {p}?",
  "is it true that {several} are {p}?",
  "{several} are {p}, right?",
  "can you tell me if {several} are {p}?",
  "do {several} count as {p}?",
  "i think {several} are {p}. is that right?",
];

const bareWordings: readonly string[] = [
  "is {s} {p}?",
  "do you think {s} is {p}?",
  "tell me if {s} is {p}",
  "yes or no: is {s} {p}?",
];

/** How a thing is typed: proper names without their capital as often as with it. */
function typed(random: Random, of: Kind, thing: string): { s: string; t: string } {
  const [s, t] = [thingInSentence(of, thing), thingAlone(of, thing)];
  if (of.form !== "proper" || random.chance(0.5)) return { s, t };
  return { s: s.toLowerCase(), t: t.toLowerCase() };
}

/** Whether a thing is of a kind. The answer repeats the fact: `No, a carrot is a vegetable.` */
export function membership(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const of = anyKind(random);
    const thing = random.pick(of.things);
    const isSo = random.chance(0.5);
    const asked = isSo ? of : otherKind(random, of);
    const wording = random.pick(wordings);
    const name = wording.includes("{p}") ? asked.name : random.pick(asked.asked);
    const fact = `${thingInSentence(of, thing)} is`;
    const p = asked.plural;
    if (of.form === "counted" && random.chance(0.12)) {
      const several = severalOf(thing);
      const text = fill(random.pick(pluralWordings), { several, p });
      const answer = isSo ? `Yes, ${several} are ${p}.` : `No, ${several} are ${of.plural}.`;
      return { key: text, messages: ask(asTyped(random, text), answer) };
    }
    const { s, t } = typed(random, of, thing);
    const isMass = (p === "furniture" || p === "clothes") && random.chance(0.4);
    const mass = p === "clothes" ? "clothing" : p;
    const text = isMass
      ? fill(random.pick(bareWordings), { s, p: mass })
      : fill(wording, { s, t, k: withArticle(name), n: name, p });
    const answer = isSo
      ? `Yes, ${fact} ${withArticle(name)}.`
      : `No, ${fact} ${withArticle(of.name)}.`;
    return { key: text.toLowerCase(), messages: ask(asTyped(random, text), answer) };
  });
}
