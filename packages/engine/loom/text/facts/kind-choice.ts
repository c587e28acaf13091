import { ask, asTyped, capitalised, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { fill } from "../wording.ts";
import { spoken, withArticle } from "./articles.ts";
import { anyKind, kinds, otherKind, thingAlone } from "./kinds.ts";

/** `{k}` is the kind with its article, `{n}` without it, `{list}` the things. */
const whichWordings: readonly string[] = [
  "which of these is {k}: {list}?",
  "which of these is {k}: {list}?",
  "which one of these is {k}: {list}?",
  "which one is {k}: {list}?",
  "which one is {k}? {list}",
  "which of these words is {k}: {list}?",
  "which word names {k}: {list}?",
  "which of the following is {k}: {list}?",
  "which is {k}: {list}?",
  "which is {k}: {or}?",
  "which is {k}, {or}?",
  "what is {k}: {or}?",
  "which of them is {k}? {list}",
  "{list}: which of these is {k}?",
  "{list}: which one is {k}?",
  "{list} - which one is {k}?",
  "{list}. which of them is {k}?",
  "{list}\nwhich of these is {k}?",
  "{list}\nfind the {n}",
  "find the {n}: {list}",
  "find the {n} in this list: {list}",
  "pick the {n}: {list}",
  "pick the {n} from this list: {list}",
  "choose the {n}: {list}",
  "point out the {n}: {list}",
  "tell me which of these is {k}: {list}",
  "tell me which one is {k}: {list}",
  "here is a list: {list}. which one is {k}?",
  "here are some words: {list}. which one is {k}?",
  "here are three words: {list}. which is {k}?",
  "from this list, which is {k}? {list}",
  "there is one {n} here: {list}. which is it?",
  "one of these is {k}: {list}. which one?",
  "can you find the {n}? {list}",
  "do you see the {n}? {list}",
  "i need the {n}: {list}",
  "i'm looking for the {n} among {and}",
];

/** Which of some things is of a kind: `Lemon is a fruit.` */
export function whichIs(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const of = anyKind(random);
    const thing = random.pick(of.things);
    const entries = [thingAlone(of, thing)];
    const count = random.pick([2, 3, 3, 3, 4]);
    const seen = new Set([of.name]);
    while (entries.length < count) {
      const other = anyKind(random);
      if (seen.has(other.name)) continue;
      seen.add(other.name);
      entries.splice(
        random.integer(0, entries.length),
        0,
        thingAlone(other, random.pick(other.things)),
      );
    }
    const isLower = random.chance(0.4);
    const written = isLower ? entries.map((entry) => entry.toLowerCase()) : entries;
    const name = random.pick(of.asked);
    let wording = random.pick(whichWordings);
    if (count !== 3) wording = wording.replace("three words", "words");
    const text = fill(wording, {
      k: withArticle(name),
      n: name,
      list: written.join(", "),
      or: spoken(written, "or"),
      and: spoken(written),
    });
    const answer = `${capitalised(thingAlone(of, thing))} is ${withArticle(name)}.`;
    return { key: written.join(" "), messages: ask(asTyped(random, text), answer) };
  });
}

const anyWordings: readonly string[] = [
  "name {k}",
  "name {k}",
  "name any {n}",
  "name one {n}",
  "name me {k}",
  "give me {k}",
  "give me any {n}",
  "give me one {n}",
  "give me the name of {k}",
  "give me an example of {k}",
  "give an example of {k}",
  "tell me the name of {k}",
  "tell me one {n}",
  "tell me any {n}",
  "say the name of {k}",
  "what is an example of {k}?",
  "what is the name of {k}?",
  "what's an example of {k}?",
  "can you name {k}?",
  "could you name {k}?",
  "can you give me {k}?",
  "can you think of {k}?",
  "please name {k}",
  "please give me {k}",
  "i need {k}",
  "i need the name of {k}",
  "i'd like the name of {k}",
  "i want an example of {k}",
  "think of {k}",
  "think of any {n}",
  "pick {k}",
  "choose {k}",
  "pick any {n}",
  "list one {n}",
  "write the name of {k}",
  "example of {k}",
  "example of {k}, please",
  "{k}, please",
  "{k} please",
  "one {n}, please",
  "just name {k}",
  "mention {k}",
  "mention one {n}",
  "what would be {k}?",
  "which {n} comes to mind?",
  "which {n} do you know?",
];

/** Any thing of a kind: the same one each time. */
export function anyOfKind(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const of = random.pick(
      kinds.filter(({ form, name }) => form !== "bare" || name !== "vegetable"),
    );
    const name = random.pick(of.asked);
    const text = fill(random.pick(anyWordings), { k: withArticle(name), n: name });
    const answer = `${capitalised(of.example)}.`;
    return { key: text, messages: ask(asTyped(random, text), answer) };
  });
}

const oddWordings: readonly string[] = [
  "which one does not belong: {list}?",
  "which one doesn't belong: {list}?",
  "which of these does not belong: {list}?",
  "which word does not belong: {list}?",
  "which word does not fit: {list}?",
  "which one does not fit: {list}?",
  "which one is the odd one out: {list}?",
  "what is the odd one out: {list}?",
  "odd one out: {list}",
  "find the odd one out: {list}",
  "find the word that does not belong: {list}",
  "pick the one that does not belong: {list}",
  "{list}: which one does not belong?",
  "{list}: which is the odd one out?",
  "{list} - find the odd one",
  "{list}. which one does not fit?",
  "{list}\nwhich one does not belong?",
  "tell me which one does not belong: {list}",
  "tell me the odd one out: {list}",
  "one of these does not belong: {list}. which one?",
  "which is different from the others: {list}?",
  "which one is different: {list}?",
];

/** Which of some things is of another kind than the rest: `Tiger does not belong.` */
export function oddOneOut(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const of = anyKind(random);
    const other = otherKind(random, of);
    const rest = new Set<string>();
    const count = random.pick([2, 2, 3]);
    while (rest.size < count) rest.add(thingAlone(of, random.pick(of.things)));
    const odd = thingAlone(other, random.pick(other.things));
    const entries = [...rest];
    entries.splice(random.integer(0, entries.length), 0, odd);
    const isLower = random.chance(0.4);
    const list = isLower ? entries.join(", ").toLowerCase() : entries.join(", ");
    const text = fill(random.pick(oddWordings), { list });
    return {
      key: entries.join(" "),
      messages: ask(asTyped(random, text), `${capitalised(odd)} does not belong.`),
    };
  });
}
