import { ask, asTyped, capitalised, type Exchange, type Message } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { fill } from "../wording.ts";
import { acknowledgement, welcome } from "./acknowledgement.ts";
import { nameFact } from "./name-fact.ts";
import { openFact } from "./open-fact.ts";
import { anyPerson } from "./people.ts";
import { personFacts } from "./person-facts.ts";
import type { Recall, ToldFact } from "./told-fact.ts";
import { toldFacts } from "./told-facts.ts";
import { closed } from "./closed.ts";
import { toldSentences } from "./told-sentences.ts";

const corrections = [
  "no, {told}",
  "no, {told}",
  "actually, {told}",
  "sorry, {told}",
  "wait, {told}",
  "no wait, {told}",
  "I made a mistake: {told}",
  "that was wrong, {told}",
  "correction: {told}",
  "oh, I mean {told}",
];
const joints = [
  "{a} and {b}",
  "{a} and {b}",
  "{a}. {b}.",
  "{a}, and {b}",
  "{a}, {b}",
  "{a}\n{b}",
  "{b} and {a}",
];

/** A fact with its value, and its word where it has one. */
interface Instance {
  readonly fact: ToldFact;
  readonly value: string;
  readonly word: string;
}

function instance(random: Random, fact: ToldFact): Instance {
  return { fact, value: fact.value(random), word: fact.word?.(random) ?? "" };
}

function spelling(random: Random): { fav: string; color: string } {
  return random.chance(0.65)
    ? { fav: "favorite", color: "color" }
    : { fav: "favourite", color: "colour" };
}

/** What a user types to tell it: names without their capital as well. */
function telling(random: Random, { fact, value, word }: Instance, isPlain = false): string {
  const wordings = isPlain ? fact.told.slice(0, 3) : fact.told;
  const v = random.chance(0.25) ? value.toLowerCase() : value;
  return fill(random.pick(wordings), { v, w: word, ...spelling(random) });
}

function opening(random: Random, { fact, value }: Instance): string {
  return fact === nameFact ? welcome(random, value) : acknowledgement(random);
}

/** The question for a fact and its answer, both with one spelling. */
function questioning(random: Random, { fact, value, word }: Instance): [string, string] {
  const values = { v: capitalisedIfFirst(fact, value), w: word, ...spelling(random) };
  return [fill(random.pick(fact.asked), values), fill(fact.answer, values)];
}

function capitalisedIfFirst({ answer }: ToldFact, value: string): string {
  return answer.startsWith("{v}") ? capitalised(value) : value;
}

function anyFact(random: Random): ToldFact {
  const kind = random.weighted({ name: 28, open: 32, usual: 40 });
  if (kind === "usual") return random.pick(toldFacts);
  return kind === "name" ? nameFact : openFact;
}

function someFacts(random: Random, count: number): Instance[] {
  const facts = new Set<ToldFact>();
  while (facts.size < count) facts.add(anyFact(random));
  return [...facts].map((fact) => instance(random, fact));
}

function keyOf(instances: readonly Instance[]): string {
  return instances.map(({ value, word }) => `${word} ${value}`.trim()).join("|");
}

/** Facts told in one message or in several, or corrected, and asked for. */
export function recall(random: Random, split: Split): Recall {
  return drawFrom(split, () => {
    const kind = random.next();
    if (kind < 0.45) return toldSentences(random);
    if (kind < 0.52) return twoPeople(random);
    if (kind < 0.6) return corrected(random);
    const instances = someFacts(random, kind < 0.83 ? 1 : random.pick([2, 2, 3]));
    const [question, answer] = questioning(random, random.pick(instances));
    return {
      key: keyOf(instances),
      introduction: introduced(random, instances),
      question: ask(asTyped(random, question), answer),
    };
  });
}

function introduced(random: Random, instances: readonly Instance[]): Message[] {
  const [first, second] = instances;
  if (first && second && instances.length === 2 && random.chance(0.6)) {
    const [a, b] = [telling(random, first, true), telling(random, second, true)];
    const joint = random.pick(joints);
    const text = fill(joint, { a, b: joint.includes(". ") ? capitalised(b) : b });
    const named = instances.find(({ fact }) => fact === nameFact);
    return ask(asTyped(random, text), opening(random, named ?? first));
  }
  return instances.flatMap((one) =>
    ask(closed(random, telling(random, one)), opening(random, one)),
  );
}

function corrected(random: Random): Recall {
  const fact = anyFact(random);
  const first = instance(random, fact);
  let second: Instance = { ...first, value: fact.value(random) };
  while (second.value === first.value) second = { ...first, value: fact.value(random) };
  const told = telling(random, second, true);
  const correction = fill(random.pick(corrections), { told });
  const [question, answer] = questioning(random, second);
  return {
    key: keyOf([first, second]),
    introduction: [
      ...ask(closed(random, telling(random, first)), opening(random, first)),
      ...ask(closed(random, correction), opening(random, second)),
    ],
    question: ask(asTyped(random, question), answer),
  };
}

/** Two people of whom the same thing is told: one of them is asked for. */
function twoPeople(random: Random): Recall {
  const { told, asked, answer, value } = random.pick(personFacts);
  const [first, second] = [anyPerson(random), anyPerson(random)];
  const [one, other] = [value(random), value(random)];
  const statements = [fill(told, { n: first, v: one }), fill(told, { n: second, v: other })];
  const text = statements.join(random.pick([", ", " and ", ". ", ", and ", "\n"]));
  const isFirst = random.chance(0.5);
  const values = { n: isFirst ? first : second, v: isFirst ? one : other };
  const key = `${first} ${one}|${second} ${other}`;
  if (first === second || one === other) return twoPeople(random);
  return {
    key,
    introduction: ask(closed(random, text), acknowledgement(random)),
    question: ask(asTyped(random, fill(random.pick(asked), values)), fill(answer, values)),
  };
}

/** A fact that the system prompt tells of the user; `introduction` is that system message. */
export function recallFromSystem(random: Random, split: Split): Recall {
  return drawFrom(split, () => {
    const instances = someFacts(random, random.pick([1, 1, 2]));
    const sentences = instances.map(({ fact, value, word }) =>
      fill(fact.ofUser, { v: value, w: word, ...spelling(random) }),
    );
    const before = random.pick([
      "",
      "",
      "You are a helpful assistant. ",
      "You are Loom. ",
      "Be brief. ",
    ]);
    const [question, answer] = questioning(random, random.pick(instances));
    return {
      key: keyOf(instances),
      introduction: [{ role: "system", content: before + sentences.join(" ") }],
      question: ask(asTyped(random, question), answer),
    };
  });
}

/** A fact told and asked for in one message. */
export function recallAtOnce(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const instances = someFacts(random, random.pick([1, 1, 1, 2]));
    const told = instances.map((one) =>
      asTyped(random, telling(random, one).replace(/[.!?]$/, "")),
    );
    const [question, answer] = questioning(random, random.pick(instances));
    const joint = random.pick([". ", ". ", ". ", ".\n", "! ", ", "]);
    const text = told.join(". ") + joint + (joint === ", " ? question : asTyped(random, question));
    return { key: keyOf(instances), messages: ask(text, answer) };
  });
}
