import { adjectives, everydayWords, nouns } from "../everyday-words.ts";
import { capitalised } from "../exchange.ts";
import type { Random } from "../random.ts";
import { fill } from "../wording.ts";
import { anyCity, anyName, inventedWord, letters } from "../words.ts";

/** A word in lower case: everyday for the most part, else invented or of random letters. */
export function word(random: Random): string {
  const source = random.next();
  if (source < 0.74) return random.pick(everydayWords);
  if (source < 0.8)
    return random.chance(0.7) ? anyName(random) : anyCity(random).replaceAll(" ", "");
  return source < 0.92 ? inventedWord(random) : letters(random, 1, 8);
}

/** Words with single spaces between them, unrelated or of one kind. */
export function wordRow(random: Random, fewest: number, most: number): string {
  const count = random.integer(fewest, most);
  const kind = random.next();
  const draw = (): string => {
    if (kind < 0.6) return word(random);
    if (kind < 0.8) return random.pick(nouns);
    return random.pick(kind < 0.9 ? adjectives : everydayWords);
  };
  return Array.from({ length: count }, draw).join(" ");
}

const phrases: readonly string[] = [
  "good {o}",
  "the {n}",
  "a {j} {n}",
  "the {j} {n}",
  "my {n}",
  "my {j} {n}",
  "{n} and {m}",
  "the {n} and the {m}",
  "{j} and {k}",
  "a {n} in the {m}",
  "the {n} on the {m}",
  "happy {n}",
  "good night {n}",
  "hello {w}",
  "hello {j} {n}",
  "thank you {w}",
  "see you {e}",
  "one {n} two {m}",
];

const sentences: readonly string[] = [
  "the {n} is {j}",
  "the {n} is very {j}",
  "the {j} {n} is here",
  "the {n} likes the {m}",
  "the {n} and the {m} are {j}",
  "the {j} {n} sees a {m}",
  "the {n} sleeps in the {m}",
  "the {n} runs to the {m}",
  "a {n} is on the {m}",
  "this is a {j} {n}",
  "this is my {n}",
  "that {n} was {j}",
  "i like my {n}",
  "i like {j} {m}",
  "i have a {n}",
  "i have a {j} {n}",
  "i see the {n}",
  "i want a {n} and a {m}",
  "i live in {c}",
  "i love the {j} {n}",
  "we go to the {n}",
  "we went to {c}",
  "we eat {n} and {m}",
  "you are a {j} {n}",
  "she has a {j} {n}",
  "he went to the {n}",
  "they don't like the {n}",
  "my name is {p}",
  "my {n} is {j}",
  "{p} likes the {n}",
  "{p} has a {n}",
  "{p} lives in {c}",
  "{p} and {q} are {j}",
  "it's a {j} day",
  "it is {j} today",
  "don't touch the {n}",
  "there is a {n} in the {m}",
  "where is the {n}",
  "how are you {e}",
  "today is a {j} day",
  "please open the {n}",
];

function made(random: Random, template: string): string {
  const text = fill(template, {
    n: random.pick(nouns),
    m: random.pick(nouns),
    j: random.pick(adjectives),
    k: random.pick(adjectives),
    o: random.pick(["morning", "morning", "night", "evening", "afternoon", "day", "luck", "idea"]),
    e: random.pick(["today", "tomorrow", "tonight", "later", "now", "soon", "this morning"]),
    w: word(random),
    p: random.chance(0.5) ? capitalised(anyName(random)) : anyName(random),
    q: random.chance(0.5) ? capitalised(anyName(random)) : anyName(random),
    c: random.chance(0.5) ? capitalised(anyCity(random)) : anyCity(random),
  });
  return text.replace(/\ba (?=[aeiou])/g, "an ");
}

/** Two words and more that belong together, or a small sentence, without a mark at the end. */
export function phrase(random: Random): string {
  return made(random, random.pick(random.chance(0.4) ? phrases : sentences));
}

/** A word, a row of words or a phrase, in lower case for the most part. */
export function smallText(random: Random): string {
  const kind = random.weighted({ word: 30, row: 38, phrase: 32 });
  if (kind === "word") return word(random);
  return kind === "row" ? wordRow(random, 2, 6) : phrase(random);
}

/** The same text as others type it: with a capital first, capitals at every word, or in capitals here and there. */
export function inOtherCase(random: Random, text: string): string {
  const kind = random.weighted({ same: 62, first: 20, each: 9, mixed: 5, all: 4 });
  if (kind === "same") return text;
  if (kind === "first") return capitalised(text);
  if (kind === "all") return text.toUpperCase();
  const isEach = kind === "each";
  return text.replace(/[^ ]+/g, (part) => {
    if (isEach || random.chance(0.4)) return capitalised(part);
    return random.chance(0.2) ? part.toUpperCase() : part;
  });
}

/** A text as it stands in a letter or a list, now and then: with a mark at the end, commas between words, a number. */
export function punctuated(random: Random, text: string): string {
  const kind = random.weighted({ none: 82, mark: 9, commas: 5, number: 4 });
  if (kind === "mark") return text + random.pick([".", ".", "!", "!", "?"]);
  if (kind === "commas" && text.split(" ").length < 6) return text.replaceAll(" ", ", ");
  return kind === "number" ? `${text} ${random.integer(1, 999)}` : text;
}
