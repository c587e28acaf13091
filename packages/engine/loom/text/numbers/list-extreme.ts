import { ask, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { request, type Wordings } from "../request.ts";
import { drawFrom, type Split } from "../split.ts";

/** Which number of a list, `{l}`, is the one asked for, `{w}`: "largest". */
const wordings: Wordings = {
  questions: [
    "what is the {w} of {l}?",
    "what is the {w} of {l}?",
    "what is the {w} number of {l}?",
    "what is the {w} number in {l}?",
    "what is the {w} number: {l}?",
    "what is the {w} number, {l}?",
    "what is the {w} number among {l}?",
    "what is the {w} of these numbers: {l}?",
    "what is the {w} number in this list: {l}?",
    "what is the {w} number in the list {l}?",
    "what is the {w} value in {l}?",
    "what is the {w} out of {l}?",
    "what is the {w} number out of {l}?",
    "what is {w}: {l}?",
    "which is the {w} of {l}?",
    "which is the {w}: {l}?",
    "which is the {w}, {l}?",
    "which is {w}: {l}?",
    "which is {w}, {l}?",
    "which number is the {w}: {l}?",
    "which number is the {w}, {l}?",
    "which number is {w}: {l}?",
    "which number is the {w} of {l}?",
    "which one is the {w}: {l}?",
    "which one is the {w}, {l}?",
    "which of {l} is the {w}?",
    "which of {l} is {w}?",
    "which of these is the {w}: {l}?",
    "which of these numbers is the {w}: {l}?",
    "which of the numbers {l} is the {w}?",
    "{l}: which is the {w}?",
    "{l}: what is the {w}?",
    "{l} - which number is the {w}?",
    "{l}, which one is the {w}?",
    "out of {l}, which is the {w}?",
    "out of {l}, what is the {w} number?",
    "among {l}, which is the {w}?",
    "of {l}, which is {w}?",
    "can you tell me the {w} of {l}?",
    "can you find the {w} number in {l}?",
    "do you know the {w} of {l}?",
    "do you see the {w} number in {l}?",
  ],
  commands: [
    "find the {w} of {l}",
    "find the {w} number: {l}",
    "find the {w} number in {l}",
    "find the {w} in this list: {l}",
    "pick the {w} of {l}",
    "pick the {w} number: {l}",
    "pick out the {w} number from {l}",
    "choose the {w} number: {l}",
    "choose the {w} of {l}",
    "give me the {w} of {l}",
    "give me the {w} number: {l}",
    "give me the {w} number from {l}",
    "give me the {w} number in the list {l}",
    "tell me the {w} of {l}",
    "tell me the {w} number: {l}",
    "tell me which of {l} is the {w}",
    "tell me which number is the {w}: {l}",
    "name the {w} of {l}",
    "show me the {w} number of {l}",
    "return the {w} of {l}",
    "select the {w} number: {l}",
    "look at these numbers: {l}. which is the {w}?",
  ],
  bare: [
    "{w} of {l}",
    "{w} of {l}?",
    "{w}: {l}",
    "{w} number: {l}",
    "{w} out of {l}",
    "{w} number out of {l}",
    "{w} number of {l}",
    "the {w} of {l}",
    "the {w} number in {l}",
    "{l}: {w}?",
    "{l}\nwhich is the {w}?",
    "{l}\nfind the {w} number",
    "which is the {w}?\n{l}",
    "find the {w} number\n{l}",
    "here are some numbers: {l}. which is the {w}?",
    "here is a list: {l}. what is the {w} number?",
    "i have the numbers {l}. which is the {w}?",
    "i need the {w} of {l}",
    "i'd like to know the {w} of {l}",
    "i want the {w} number of {l}",
    "numbers: {l}. {w}?",
  ],
};

type Wanted = "largest" | "smallest" | "first" | "last";

const asks: Readonly<Record<Wanted, readonly string[]>> = {
  largest: ["biggest", "biggest", "largest", "largest", "highest", "greatest", "maximum", "max"],
  smallest: ["smallest", "smallest", "smallest", "lowest", "lowest", "minimum", "min"],
  first: ["first"],
  last: ["last"],
};

function listed(random: Random, numbers: readonly number[]): string {
  const front = numbers.slice(0, -1).join(", ");
  const last = numbers.at(-1) ?? 0;
  return random.weighted({
    [`${front} and ${last}`]: 40,
    [`${front}, ${last}`]: 26,
    [`${front} or ${last}`]: 12,
    [`${front}, and ${last}`]: 8,
    [`${front}, or ${last}`]: 4,
    [numbers.join(" ")]: 7,
    [numbers.join(",")]: 3,
  });
}

function different(random: Random): readonly number[] {
  const count = random.pick([2, 3, 3, 3, 3, 4, 4, 5]);
  const highest = random.chance(0.3) ? 20 : random.chance(0.8) ? 99 : 999;
  const numbers = new Set<number>();
  while (numbers.size < count) numbers.add(random.integer(0, highest));
  return [...numbers];
}

const places: Readonly<Record<Wanted, (numbers: readonly number[]) => number>> = {
  largest: (numbers) => Math.max(...numbers),
  smallest: (numbers) => Math.min(...numbers),
  first: (numbers) => numbers.at(0) ?? 0,
  last: (numbers) => numbers.at(-1) ?? 0,
};

/** The largest, smallest, first or last of two to five numbers, all different. All orders of a list are one key. */
export function listExtreme(random: Random, split: Split): Exchange {
  const wanted = random.weighted<Wanted>({ largest: 46, smallest: 42, first: 6, last: 6 });
  const w = random.pick(asks[wanted]);
  return drawFrom(split, () => {
    const numbers = different(random);
    const text = request(random, wordings, { w, l: listed(random, numbers) }, { endsFreely: true });
    return {
      key: numbers.toSorted((one, other) => one - other).join(" "),
      messages: ask(text, `The ${w} is ${places[wanted](numbers)}.`),
    };
  });
}
