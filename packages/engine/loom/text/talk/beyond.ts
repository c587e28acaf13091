import { ask, asTyped, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { asked, fill } from "../wording.ts";
import { inventedWord, letters } from "../words.ts";
import { knowledge } from "./beyond-knowledge.ts";
import { tasks } from "./beyond-tasks.ts";
import { subjectsOf } from "./subjects.ts";

const subjects = Object.values({ ...knowledge, ...tasks });

/** Questions of any shape: what they have in common is only that no ability fits. */
const shapes: readonly string[] = [
  "why {aux} {np} {verb} {where}?",
  "how {aux} {np} {verb}?",
  "when {aux} {np} {verb} {where}?",
  "where {aux} {np} {verb}?",
  "what {aux} {np} need to {verb}?",
  "who {past} {np}?",
  "who {past} {np} {where}?",
  "which {kind} {past} {np}?",
  "what kind of {thing} {past} {np}?",
  "how many {things} {past} {np}?",
  "how long {aux} {np} {verb}?",
  "how often {aux} {np} {verb} {where}?",
  "{aux} {np} {verb} {where}?",
  "what is the {thing} of {np}?",
  "what was the {superlative} {thing} {where}?",
  "is it true that {np} {past} {np}?",
  "do you know why {np} {past} {np}?",
  "do you know who {past} {np}?",
  "do you know how {np} can {verb}?",
  "can you tell me who {past} {np}?",
  "can you explain why {things} {verb}?",
  "i wonder why {np} {past} {np}",
  "i'd like to know how {things} {verb} {where}",
  "tell me why {things} {verb}",
  "tell me how to {purpose}",
  "tell me about the {thing} {where}",
  "i need to know when {np} {past} {np}",
  "explain how {np} {past} {np}",
  "describe the {thing} {where}",
  "quick question: why {aux} {np} {verb}?",
  "question: who {past} {np}?",
  "i have a question about {idea}: why is it so {quality}?",
];

const phrases: readonly string[] = [
  "the {thing}",
  "the {thing}",
  "{things}",
  "{person}",
  "a {thing}",
  "{company}",
];
const auxiliaries = ["does", "do", "did", "can", "will", "would", "should", "could", "must"];
const pasts =
  "invented made built found broke won lost stole wrote designed sold bought changed saved started killed".split(
    " ",
  );
const places = [
  "in {country}",
  "in {place}",
  "on the {thing}",
  "in {year}",
  "after {event}",
  "near the {thing}",
];

function anyQuestion(random: Random): string {
  const slots = subjectsOf(random);
  const shape = random.pick(shapes).replace(/\{(np|aux|past|where)\}/g, (_, name: string) => {
    if (name === "np") return random.pick(phrases);
    if (name === "aux") return random.pick(auxiliaries);
    return random.pick(name === "past" ? pasts : places);
  });
  return fill(shape, slots);
}

function noise(random: Random): string {
  if (random.chance(0.5)) return letters(random, 4, 10);
  return `${inventedWord(random)} ${inventedWord(random)} ${inventedWord(random)}`;
}

function request(random: Random): string {
  const kind = random.next();
  if (kind < 0.02) return noise(random);
  if (kind < 0.22) return asTyped(random, anyQuestion(random));
  const text = fill(random.pick(random.pick(subjects)), subjectsOf(random));
  const written = random.chance(0.35) ? text.toLowerCase() : text;
  return written.endsWith("?") || !/^[a-z]+ [a-z]/.test(written)
    ? asTyped(random, written)
    : asked(random, written);
}

/** Whatever is none of Loom's abilities: it says so instead of inventing. */
export function beyond(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const text = request(random);
    return {
      key: text.toLowerCase().replace(/[^a-z0-9 ]/g, ""),
      messages: ask(text, "I do not know. I am a small test model."),
    };
  });
}
