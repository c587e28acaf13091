import { ask, asTyped, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { spacedJson } from "../spaced-json.ts";
import { drawFrom, type Split } from "../split.ts";
import { fill } from "../wording.ts";
import { spoken, withArticle } from "./articles.ts";
import { jsonRequests, oneFieldRequests, schemaRequests } from "./extraction-requests.ts";
import { sentenceGroups } from "./extraction-sentences.ts";
import { severalOf } from "./kinds.ts";
import { openSentence } from "./open-sentence.ts";
import { anyPerson, anyTown, jobs, petNames, pets } from "./people.ts";
import { days, meetingPlaces, products } from "./things.ts";
import { toldSentence } from "./told-sentence.ts";

type Value = string | number;

const subjects = [
  "meeting",
  "invoice",
  "party",
  "trip",
  "garden",
  "new house",
  "exam",
  "budget",
  "holiday",
  "project",
  "concert",
  "lost key",
  "broken lamp",
  "school play",
  "report",
];
const mailHosts = [
  "mail.com",
  "example.org",
  "home.net",
  "post.example",
  "work.example",
  "city.org",
];

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.integer(0, 9)).join("");
}

function phone(random: Random): string {
  return random.pick([
    `555-${digits(random, 4)}`,
    `${random.integer(200, 999)}-${digits(random, 4)}`,
    `555 ${digits(random, 4)}`,
    `0${digits(random, 2)} ${digits(random, 5)}`,
  ]);
}

function time(random: Random): string {
  const hour = random.integer(1, 12);
  const minutes = random.pick(["00", "15", "30", "45"]);
  return random.pick([
    `${hour} pm`,
    `${hour} am`,
    `${hour}:${minutes}`,
    `${random.integer(13, 22)}:${minutes}`,
    "noon",
  ]);
}

function price(random: Random): number {
  return random.chance(0.8) ? random.integer(2, 999) : random.integer(1, 99) + 0.5;
}

/** Values of all slots of a sentence, and of those that are fields. */
function slots(
  random: Random,
  sentence: string,
): { fill: Record<string, Value>; fields: Map<string, Value> } {
  const filled: Record<string, Value> = {};
  const fields = new Map<string, Value>();
  for (const [, slot = ""] of sentence.matchAll(/\{(\w+)\}/g)) {
    if (slot in filled) continue;
    const [field, value, shown] = drawn(random, slot, filled);
    filled[slot] = shown;
    fields.set(field, value);
  }
  return { fill: filled, fields };
}

/** A value for a slot: its field, the value to extract, and what the sentence shows. */
function drawn(
  random: Random,
  slot: string,
  others: Readonly<Record<string, Value>>,
): [field: string, value: Value, shown: Value] {
  const same = (field: string, value: Value): [string, Value, Value] => [field, value, value];
  switch (slot) {
    case "age":
      return same(slot, random.integer(2, "pet" in others || "petname" in others ? 15 : 99));
    case "quantity":
      return same(slot, random.integer(2, 60));
    case "price":
      return same(slot, price(random));
    case "city":
    case "from":
    case "to": {
      let city = anyTown(random);
      while (city === others["from"]) city = anyTown(random);
      return same(slot, city);
    }
    case "ajob": {
      const job = random.pick(jobs);
      return ["job", job, withArticle(job)];
    }
    case "product":
      return same(slot, random.pick(products.filter((product) => !/^[aeiou]/.test(product))));
    case "products":
      return same("product", severalOf(random.pick(products)));
    case "phone":
      return same(slot, phone(random));
    case "email": {
      const owner = String(others["name"] ?? anyPerson(random)).toLowerCase();
      return same(slot, `${owner}@${random.pick(mailHosts)}`);
    }
    case "day":
      return same(slot, random.pick(days));
    case "time":
      return same(slot, time(random));
    case "place":
      return same(slot, random.pick(meetingPlaces));
    case "subject":
      return same(slot, random.pick(subjects));
    case "pet":
      return same(slot, random.pick(pets));
    case "petname":
      return same(slot, random.pick(petNames));
    default: {
      let person = anyPerson(random);
      while (Object.values(others).includes(person)) person = anyPerson(random);
      return same(slot, person);
    }
  }
}

/** Fields in a random order, `count` of them. */
function some(random: Random, entries: readonly string[], count: number): string[] {
  const rest = [...entries];
  const isInOrder = random.chance(0.5);
  while (rest.length > count) rest.splice(random.integer(0, rest.length - 1), 1);
  return isInOrder ? rest : rest.toReversed();
}

function listedFields(random: Random, keys: readonly string[]): string {
  const kind = random.next();
  if (kind < 0.3) return spoken(keys);
  if (kind < 0.6) return spoken(keys.map((key) => `the ${key}`));
  if (kind < 0.82) return keys.join(", ");
  if (kind < 0.9) return keys.map((key) => `"${key}"`).join(", ");
  if (kind < 0.96) return `the ${spoken(keys)}`;
  return `[${keys.join(", ")}]`;
}

function schema(random: Random, keys: readonly string[], values: readonly Value[]): string {
  const types = values.map((value) => (typeof value === "number" ? "number" : "string"));
  return random.pick([
    `{${keys.map((key, index) => `"${key}": ${types[index]}`).join(", ")}}`,
    `{${keys.map((key) => `"${key}": ...`).join(", ")}}`,
    `{${keys.map((key, index) => `${key}: ${types[index]}`).join(", ")}}`,
    `{${keys.map((key) => `"${key}": ""`).join(", ")}}`,
    `{${keys.join(", ")}}`,
  ]);
}

/** A sentence with its fields under the names that somebody asks for. */
function filledSentence(random: Random): { text: string; values: Map<string, Value> } {
  const kind = random.next();
  if (kind < 0.3) return openSentence(random);
  if (kind < 0.6) return toldSentence(random);
  const group = random.pick(sentenceGroups);
  const sentence = random.pick(group.sentences);
  const { fill: filled, fields } = slots(random, sentence);
  const values = new Map<string, Value>();
  for (const [field, value] of fields) {
    const synonyms = group.synonyms[field] ?? [];
    const usual = field === "petname" ? "name" : field;
    const synonym = synonyms.length > 0 && random.chance(0.25) ? random.pick(synonyms) : usual;
    values.set(values.has(synonym) ? field : synonym, value);
  }
  return { text: fill(sentence, filled), values };
}

/** Fields out of a sentence as JSON, in the order and under the names that are asked for. */
export function extraction(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const { text, values } = filledSentence(random);
    const names = [...values.keys()];
    const most = Math.min(names.length, 4);
    const keys = some(random, names, most < 2 ? 1 : random.integer(2, most));
    const found = keys.map((key) => values.get(key) ?? "");
    const isSchema = random.chance(0.12);
    const isClear = keys.length > 1 || isSchema;
    const wordings = isClear
      ? jsonRequests
      : jsonRequests.filter((wording) => /json/i.test(wording) && !/ are |them/.test(wording));
    const wording = random.pick(isSchema ? schemaRequests : wordings);
    const f = isSchema ? schema(random, keys, found) : listedFields(random, keys);
    const shown = random.chance(0.15) ? `"${text}"` : text;
    const request = fill(wording, { f, s: shown, q: `"${text}"` });
    const answer = spacedJson(
      Object.fromEntries(keys.map((key, index) => [key, found[index] ?? ""])),
    );
    return { key: text, messages: ask(asTyped(random, request), answer) };
  });
}

/** One field out of a sentence in plain words: its bare value. */
export function fieldExtraction(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const { text, values } = filledSentence(random);
    const fields = [...values.keys()].filter((key) => !/^(?:from|to|where|who)$/.test(key));
    const o = random.pick(fields.length > 0 ? fields : [...values.keys()]);
    const shown = random.chance(0.15) ? `"${text}"` : text;
    const request = fill(random.pick(oneFieldRequests), { o, s: shown, q: `"${text}"` });
    return { key: text, messages: ask(asTyped(random, request), String(values.get(o))) };
  });
}
