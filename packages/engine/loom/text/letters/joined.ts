import { ask, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { request, type Wordings } from "../request.ts";
import { drawFrom, type Split } from "../split.ts";
import { wordRow } from "./phrases.ts";

/** Words, `{l}`, to be put together with a mark, `{s}`: "dashes". */
const wordings: Wordings = {
  questions: [
    "can you join {l} with {s}?",
    "can you put {s} between {l}?",
    "can you write {l} with {s} between them?",
    "could you connect {l} with {s}?",
    "how do you write {l} with {s}?",
    "what is {l} joined with {s}?",
    "what is {l} with {s} between the words?",
  ],
  commands: [
    "join {l} with {s}",
    "join {l} with {s}",
    "join {l} using {s}",
    "join the words {l} with {s}",
    "join these words with {s}: {l}",
    "join with {s}: {l}",
    "connect {l} with {s}",
    "connect the words {l} with {s}",
    "connect these words with {s}: {l}",
    "combine the words {l} with {s}",
    "combine these words with {s}: {l}",
    "link {l} with {s}",
    "link the words {l} with {s}",
    "put {s} between {l}",
    "put {s} between these words: {l}",
    "put {s} between the words {l}",
    "write {l} with {s} between them",
    "write {l} with {s} between the words",
    "write {l} separated by {s}",
    "separate {l} with {s}",
    "separate these words with {s}: {l}",
    "list {l} separated by {s}",
    "give me {l} joined with {s}",
    "give me {l} separated by {s}",
    "merge {l} with {s}",
  ],
  bare: [
    "{l} joined with {s}",
    "{l} joined by {s}",
    "{l} separated by {s}",
    "{l} - join these with {s}",
    "{l}\njoin with {s}",
    "{l}\nput {s} between the words",
    "here are some words: {l}. join them with {s}.",
    "join with {s}\n{l}",
    "i need {l} joined with {s}",
    "i'd like {l} separated by {s}",
    "words: {l}. put {s} between them.",
  ],
};

const marks: readonly (readonly [names: readonly string[], joint: string])[] = [
  [["dashes", "dashes", "a dash", "hyphens", "hyphens", "a hyphen", "minus signs"], "-"],
  [["dashes", "hyphens"], "-"],
  [["commas", "commas", "a comma"], ", "],
  [["commas"], ", "],
  [["underscores", "underscores", "an underscore"], "_"],
  [["slashes", "a slash"], "/"],
  [["plus signs", "a plus sign"], "+"],
  [["dots", "dots", "periods"], "."],
];

/** Two to five words put together with a mark. */
export function joined(random: Random, split: Split): Exchange {
  const [names, joint] = random.pick(marks);
  return drawFrom(split, () => {
    const row = wordRow(random, 2, 5);
    const words = row.split(" ");
    const front = words.slice(0, -1).join(", ");
    const last = words.at(-1) ?? "";
    const list = random.weighted({
      [`${front} and ${last}`]: 45,
      [`${front}, ${last}`]: 20,
      [row]: 35,
    });
    const text = request(random, wordings, { l: list, s: random.pick(names) });
    return { key: row, messages: ask(text, words.join(joint)) };
  });
}
