import { ask, asTyped, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { spacedJson } from "../spaced-json.ts";
import { drawFrom, type Split } from "../split.ts";
import { anyWord } from "../words.ts";
import { fill } from "../wording.ts";
import { spoken, withArticle } from "./articles.ts";
import { clauseRequests, listRequests, plainRequests } from "./json-requests.ts";
import { byComma } from "../lists.ts";
import { anyPerson, anyTown, jobs, pets } from "./people.ts";
import { animals, colors, days, drinks, foods, months, products, sports } from "./things.ts";

type Value = string | number | boolean | readonly string[];

const numberKeys = byComma(`
  age, age, age, year, count, size, price, quantity, id, score, total, weight, height, number, level, port, floor,
  points, width, length, temperature
`);
const switchKeys = byComma(
  "open, done, ok, active, ready, admin, visible, enabled, paid, new, valid, online, member, public",
);
const wordKeys = byComma(`
  title, kind, type, status, label, tag, word, brand, team, topic, code, key, item, group, user, role, size, shape, mode
`);
const listKeys = byComma("tags, colors, items, fruits, words, names, animals, things, list");
const fruits = byComma("apple, pear, fig, plum, lemon, banana, cherry, mango, kiwi, peach, grape");

/** A property and its value. */
function anyProperty(random: Random): [key: string, value: Value] {
  const kind = random.next();
  if (kind < 0.2) return ["name", anyPerson(random)];
  if (kind < 0.42) return [random.pick(numberKeys), number(random)];
  if (kind < 0.52) return ["city", anyTown(random)];
  if (kind < 0.57) return [random.pick(["color", "colour"]), random.pick(colors)];
  if (kind < 0.61) return [random.pick(["animal", "pet"]), random.pick([...animals, ...pets])];
  if (kind < 0.65) return [random.pick(["job", "profession"]), random.pick(jobs)];
  if (kind < 0.68) return [random.pick(["product", "item"]), random.pick(products)];
  if (kind < 0.71) return [random.pick(["food", "dish"]), random.pick(foods)];
  if (kind < 0.74)
    return random.pick([
      ["drink", random.pick(drinks)],
      ["sport", random.pick(sports)],
    ]);
  if (kind < 0.77)
    return random.pick([
      ["day", random.pick(days)],
      ["month", random.pick(months)],
    ]);
  if (kind < 0.85) return [random.pick(switchKeys), random.chance(0.5)];
  if (kind < 0.93) return [random.pick(wordKeys), anyWord(random)];
  return [anyWord(random), random.chance(0.3) ? number(random) : anyWord(random)];
}

function number(random: Random): number {
  const kind = random.next();
  if (kind < 0.6) return random.integer(1, 99);
  if (kind < 0.9) return random.integer(0, 2050);
  return random.integer(1, 99) + 0.5;
}

function entriesOfList(random: Random): string[] {
  const source = random.pick([colors, animals, fruits, foods, []]);
  const entries = new Set<string>();
  const count = random.pick([2, 3, 3, 3, 4]);
  while (entries.size < count) {
    const isName = source.length === 0 && random.chance(0.4);
    entries.add(
      source.length > 0 ? random.pick(source) : isName ? anyPerson(random) : anyWord(random),
    );
  }
  return [...entries];
}

/** Text in quotes; a number or a switch without, for quotes would make it text. */
function quoted(value: Value): string {
  return typeof value === "string" ? `"${value}"` : shown(value);
}

function shown(value: Value): string {
  return typeof value === "object" ? spoken(value) : String(value);
}

/** The property list of a plain request. */
function plainList(random: Random, properties: readonly (readonly [string, Value])[]): string {
  const pairs = properties.map(([key, value]) => [key, shown(value)] as const);
  const joined = (joint: string): string[] => pairs.map(([key, value]) => `${key}${joint}${value}`);
  const kind = random.next();
  if (kind < 0.25) return joined(" ").join(", ");
  if (kind < 0.45) return spoken(joined(" "));
  if (kind < 0.55) return joined(": ").join(", ");
  if (kind < 0.62) return joined("=").join(random.pick(["; ", ", ", " ", "&"]));
  if (kind < 0.67) return joined(" = ").join(", ");
  if (kind < 0.72) return spoken(joined(" is "));
  if (kind < 0.76) return joined(" is ").join(", ");
  if (kind < 0.82) return spoken(pairs.map(([key, value]) => `${withArticle(key)} of ${value}`));
  if (kind < 0.88) return spoken(pairs.map(([key, value]) => `the ${key} ${value}`));
  if (kind < 0.92) return spoken(properties.map(([key, value]) => `${key} ${quoted(value)}`));
  if (kind < 0.96) return spoken(pairs.map(([key, value]) => `"${key}" ${value}`));
  return spoken(joined(" set to "));
}

/** The properties as a clause after "a JSON object". */
function clause(random: Random, properties: readonly (readonly [string, Value])[]): string {
  const pairs = properties.map(([key, value]) => [key, shown(value)] as const);
  const keys = spoken(pairs.map(([key]) => key));
  const values = spoken(pairs.map(([, value]) => value));
  const isPlural = pairs.length > 1;
  const [keyWord, valueWord] = isPlural ? ["keys", "values"] : ["key", "value"];
  const said = (joint: string, article = ""): string =>
    spoken(pairs.map(([key, value]) => `${article}${key}${joint}${value}`));
  return random.pick([
    `where ${said(" is ")}`,
    `where ${said(" is ", "the ")}`,
    `in which ${said(" is ")}`,
    `whose ${said(" is ")}`,
    `with the ${keyWord} ${keys} and the ${valueWord} ${values}`,
    `with ${keyWord} ${keys}, ${valueWord} ${values}`,
    `with the ${keyWord} ${keys}. The ${valueWord}: ${values}`,
    `: ${said(" should be ")}`,
    `: ${said(" should be ", "the ")}`,
    `with ${said(" equal to ")}`,
    `with ${spoken(pairs.map(([key, value]) => `${value} as ${key}`))}`,
    `with ${spoken(pairs.map(([key, value]) => `${value} as the ${key}`))}`,
    `that has ${spoken(pairs.map(([key, value]) => `the key ${key} with the value ${value}`))}`,
  ]);
}

/** A few properties as an object in JSON, or some words as a list in JSON; keys and values as the request has them. */
export function jsonWriting(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    if (random.chance(0.12)) return listWriting(random);
    const properties = new Map<string, Value>();
    const count = random.pick([1, 2, 2, 2, 2, 3, 3, 4]);
    const hasList = random.chance(0.06);
    if (hasList) properties.set(random.pick(listKeys), entriesOfList(random));
    const wanted = hasList ? 1 : count;
    while (properties.size < wanted) {
      const [key, value] = anyProperty(random);
      properties.set(key, value);
    }
    let entries = [...properties];
    if (random.chance(0.15)) {
      entries = entries.map(([key, value]) => [
        key,
        typeof value === "string" ? value.toLowerCase() : value,
      ]);
    }
    const isClause = !hasList && random.chance(0.25);
    const p = isClause
      ? clause(random, entries)
      : hasList
        ? plainOfList(entries)
        : plainList(random, entries);
    const text = fill(random.pick(isClause ? clauseRequests : plainRequests), { p }).replace(
      " : ",
      ": ",
    );
    const answer = spacedJson(Object.fromEntries(entries));
    return { key: JSON.stringify(entries), messages: ask(typedRequest(random, text, p), answer) };
  });
}

function plainOfList(entries: readonly (readonly [string, Value])[]): string {
  return entries.map(([key, value]) => `${key} ${shown(value)}`).join("");
}

/** Varies the first letter of the request only where it is not a key. */
function typedRequest(random: Random, text: string, object: string): string {
  return text.startsWith(object) ? text : asTyped(random, text);
}

function listWriting(random: Random): Exchange {
  const isNumbers = random.chance(0.15);
  const entries = isNumbers
    ? Array.from({ length: random.integer(2, 5) }, () => random.integer(0, 99))
    : entriesOfList(random);
  const words = entries.map(String);
  const l = random.chance(0.6) ? spoken(words) : words.join(", ");
  const wordings = isNumbers
    ? listRequests.filter((wording) => !wording.includes("words"))
    : listRequests;
  const text = fill(random.pick(wordings), { l });
  return {
    key: words.join(" "),
    messages: ask(typedRequest(random, text, l), spacedJson(entries)),
  };
}
