import type { Random } from "../random.ts";
import { inventedWord, words } from "../words.ts";
import type { Family, Slot, Wording } from "./family.ts";
import { nouns, parameters, verbGroups } from "./invented-words.ts";
import type { KindName } from "./values.ts";

const small = ["this", "over", "never", "always", "please", "thanks", "today", "tomorrow"];

/** Words that may name something. */
const things = words.filter((word) => word.length > 3 && !small.includes(word));

interface Place extends Slot {
  readonly before: readonly string[];
}

function placeOf(random: Random, taken: readonly Place[], noun: string): Place | undefined {
  const isFirst = taken.length === 0;
  const own = random.chance(0.72) ? random.pick(parameters) : undefined;
  const key = own?.[0] ?? (isFirst && random.chance(0.4) ? noun : random.pick(things));
  if (taken.some((place) => place.key === key)) return undefined;
  const kinds: readonly KindName[] = own?.[1] ?? [
    "word",
    "invented",
    "id",
    "many",
    "few",
    "words",
    "truth",
  ];
  return {
    key,
    kind: random.pick(kinds),
    names: [random.chance(0.15) && key !== noun ? `${noun}_${key}` : key],
    isOptional: !isFirst && random.chance(0.3),
    before: own?.[2] ?? [`with ${key} `, `with the ${key} `, `${key} `],
  };
}

const spoken = (name: string): string => name.replaceAll("_", " ");

/** The places one after the other, named as the tool names them: `size 4 and color red`. */
function listed(random: Random, places: readonly Place[]): string {
  const link = random.pick([" ", " ", ": ", "=", " of ", " is "]);
  const entries = places.map(({ key, names }) => `${spoken(names[0] ?? key)}${link}{${key}}`);
  const last = entries.pop() ?? "";
  if (entries.length === 0) return last;
  return `${entries.join(", ")}${random.pick([", ", " and ", " and "])}${last}`;
}

/** The places as people say them: `for Anna at 9`. */
const natural = (random: Random, places: readonly Place[]): string =>
  places
    .map(({ key, before }) => {
      const form = random.pick(before);
      return form.includes("{}") ? form.replace("{}", `{${key}}`) : `${form}{${key}}`;
    })
    .join(" ");

function wordingOf(
  random: Random,
  group: readonly string[],
  noun: string,
  all: readonly Place[],
): Wording {
  const optional = all.filter(({ isOptional }) => !isOptional || random.chance(0.6));
  const places = random.chance(0.2) ? optional.toReversed() : optional;
  const verb = random.chance(0.55) ? (group[0] ?? "") : random.pick(group);
  const plain = verb === "new" || verb === "give me" ? (group[0] ?? "") : verb;
  const article = verb === "new" ? "" : random.pick(["the ", "the ", "a ", "", "my "]);
  const [first, ...rest] = places;
  const tail = rest.length > 0 ? ` ${natural(random, rest)}` : "";
  const forms: string[] = [
    `${verb} ${article}${noun} ${natural(random, places)}`,
    `${verb} ${article}${noun} ${natural(random, places)}`,
    `${verb} ${article}${noun} with ${listed(random, places)}`,
    `${verb} ${noun}: ${listed(random, places)}`,
    `${verb} ${article}${noun}, ${listed(random, places)}`,
    `~I want to ${plain} ${article}${noun} ${natural(random, places)}`,
    `~I need to ${plain} the ${noun} ${natural(random, places)}`,
    `can you ${plain} ${article}${noun} ${natural(random, places)}?`,
    `could you ${plain} ${article}${noun} with ${listed(random, places)}?`,
    `~${noun}: ${plain} it with ${listed(random, places)}`,
  ];
  if (first !== undefined) {
    const { key } = first;
    const isNamed = ["name", "id", "title", "code", noun].includes(key);
    if (["count", "quantity"].includes(key)) {
      const several = `${plain} {${key}} ${noun}s${tail}`;
      forms.push(several, several, several, `~I need to ${several}`);
    }
    if (["color", "size", "type", "style"].includes(key)) {
      const such = `${plain} a {${key}} ${noun}${tail}`;
      forms.push(such, such, `can you ${such}?`);
    }
    if (["zone", "room", "category", "type"].includes(key) && group[0] !== "create")
      forms.push(`${plain} the {${key}} ${noun}${tail}`);
    if (isNamed) {
      const direct = `${verb} (the |)${noun} {${key}}${tail}`;
      if (key !== "id") forms.push(`${plain} the {${key}} ${noun}${tail}`);
      forms.push(
        direct,
        direct,
        direct,
        direct,
        `can you ${direct.replace(verb, plain)}?`,
        `~{${key}} is a ${noun}, ${plain} it${tail}`,
      );
    }
    if (key !== noun) forms.push(`${verb} the ${noun}'s ${spoken(key)}: {${key}}${tail}`);
    if (group[0] === "update" && key !== noun) {
      forms.push(
        `${verb} the ${spoken(key)} of the ${noun} to {${key}}${tail}`,
        `${verb} the ${noun}'s ${spoken(key)} to {${key}}${tail}`,
      );
    }
    if (group[0] === "update" && key === noun) forms.push(`${verb} the ${noun} to {${key}}${tail}`);
    if (group[0] === "get" && isNamed)
      forms.push(`what is the ${noun} {${key}}${tail}?`, `where is ${noun} {${key}}${tail}?`);
  }
  return {
    template: random.pick(forms).replaceAll("get rid of a ", "get rid of the "),
    slots: places.map(({ key }) => key),
  };
}

/** What an invented tool is made of. */
interface Idea {
  readonly group: readonly string[];
  readonly noun: string;
}

function familyOf(random: Random, { group, noun }: Idea): Family {
  const count = Number(random.weighted({ 1: 42, 2: 34, 3: 18, 4: 6 }));
  const places: Place[] = [];
  while (places.length < count) {
    const place = placeOf(random, places, noun);
    if (place !== undefined) places.push(place);
  }
  const single = group.filter((verb) => !verb.includes(" ") && verb !== "new");
  const verb = random.chance(0.8) ? (single[0] ?? "do") : random.pick(single);
  const form = random.next();
  const name = form < 0.9 ? `${verb}_${noun}` : form < 0.96 ? `${noun}_${verb}` : noun;
  return {
    about: `${group[0] ?? ""} ${noun}`,
    names: [name],
    slots: places,
    wordings: Array.from({ length: 4 }, () => wordingOf(random, group, noun, places)),
    takesLists:
      places.length === 1 &&
      ["person", "word", "invented", "city", "id"].includes(places[0]?.kind ?? ""),
    gives: [],
  };
}

function anyNoun(random: Random): string {
  const kind = random.next();
  if (kind < 0.45) return random.pick(nouns);
  return kind < 0.65 ? random.pick(things) : inventedWord(random, 2);
}

/** Any verb with any noun and any parameters. */
export function inventedFamily(random: Random): Family {
  return familyOf(random, { group: random.pick(verbGroups), noun: anyNoun(random) });
}

/** A tool like another invented one: it does something else with the same, or the same with something else. */
export function siblingFamily(random: Random, of: Family): Family {
  const [verb, noun = ""] = of.about.split(" ");
  if (random.chance(0.5)) {
    const own = verbGroups.find(([first]) => first === verb) ?? [];
    const others = verbGroups.filter((group) => !group.some((word) => own.includes(word)));
    return familyOf(random, { group: random.pick(others), noun });
  }
  const group = verbGroups.find(([first]) => first === verb) ?? random.pick(verbGroups);
  return familyOf(random, { group, noun: anyNoun(random) });
}
