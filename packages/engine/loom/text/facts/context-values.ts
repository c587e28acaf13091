import type { Random } from "../random.ts";
import { fill } from "../wording.ts";
import { inventedWord } from "../words.ts";
import { nouns } from "../everyday-words.ts";
import { withArticle } from "./articles.ts";
import { severalOf } from "./kinds.ts";
import { byComma } from "../lists.ts";
import { anyPerson, anyTown, jobs, petNames, pets } from "./people.ts";
import { animals, books, colors, days, drinks, foods, months, products, sports } from "./things.ts";

const things = products.filter((product) => !/^[aeiou]/.test(product));
const seen = animals.filter((animal) => !/^[aeiou]/.test(animal));
const kept = pets.filter((pet) => !/^[aeiou]/.test(pet));
const fittingColors = colors.filter((color) => color !== "orange");

const rooms = byComma(
  "kitchen, garden, bedroom, bathroom, cellar, garage, office, hall, attic, library, park, school, barn, yard, shop",
);
const spots = byComma(
  "table, chair, sofa, bed, desk, shelf, box, carpet, bench, cupboard, roof, basket, piano, floor",
);
const wears = byComma("hat, shirt, coat, jacket, scarf, dress, sweater, skirt");
const rides = byComma("car, bus, train, bike, boat, plane, taxi, tram");
const feelings = byComma(
  "hungry, tired, happy, sad, thirsty, sick, angry, cold, late, busy, bored, sleepy",
);
const weathers = byComma("sunny, rainy, cold, hot, windy, cloudy, warm, foggy");
const kin = byComma(
  "sister, brother, mother, father, friend, boss, teacher, neighbor, cousin, aunt, uncle, son, daughter, wife, husband",
);
const instruments = byComma(
  "piano, guitar, violin, flute, drums, trumpet, cello, harp, saxophone, clarinet, accordion, banjo",
);
const hobbies = byComma(
  "reading, swimming, painting, singing, running, cooking, dancing, fishing, hiking, skiing, sewing, gardening, baking, knitting",
);
const seasons = byComma("spring, summer, autumn, winter");
const relatives = kin.filter((word) => !["boss", "teacher", "neighbor"].includes(word));

/** What may stand in a slot, by the name of the slot. */
const sorts: Readonly<Record<string, (random: Random) => string>> = {
  n: anyPerson,
  m: anyPerson,
  city: anyTown,
  job: (random) => withArticle(random.pick(jobs)),
  pet: (random) => random.pick(kept),
  petname: (random) => random.pick(petNames),
  animal: (random) => random.pick(seen),
  thing: (random) => random.pick(things),
  things: (random) => severalOf(random.pick(things)),
  noun: (random) => random.pick(nouns),
  word: (random) => (random.chance(0.6) ? random.pick(nouns) : inventedWord(random)),
  color: (random) => random.pick(fittingColors),
  room: (random) => random.pick(rooms),
  spot: (random) => random.pick(spots),
  food: (random) => random.pick(foods),
  drink: (random) => random.pick(drinks),
  sport: (random) => random.pick(sports),
  instrument: (random) => random.pick(instruments),
  hobby: (random) => random.pick(hobbies),
  season: (random) => random.pick(seasons),
  day: (random) => random.pick(days),
  month: (random) => random.pick(months),
  book: (random) => random.pick(books),
  num: (random) => String(random.integer(2, 99)),
  code: (random) => String(random.integer(100, random.pick([999, 9999, 99_999]))),
  hour: (random) => String(random.integer(1, 12)),
  wear: (random) => random.pick(wears),
  ride: (random) => random.pick(rides),
  feel: (random) => random.pick(feelings),
  weather: (random) => random.pick(weathers),
  kin: (random) => random.pick(kin),
  relative: (random) => random.pick(relatives),
};

/** The sort of a slot: `{color2}` is another color. */
export function sortOf(slot: string): string {
  return slot.replace("2", "");
}

/** A text and what may be asked about it, with slots. */
export interface Context {
  readonly text: string;
  readonly questions: readonly (readonly [question: string, answer: string])[];
}

/** Contexts from lines: `text | question => answer | question => answer …`. */
export function contextsIn(lines: readonly string[]): readonly Context[] {
  return lines.map((line) => {
    const [text = "", ...rest] = line.split(" | ");
    const questions = rest.map((part) => {
      const [question = "", answer = ""] = part.split(" => ");
      return [question, answer] as const;
    });
    return { text, questions };
  });
}

/** Values for all slots of a context; no two are equal. Throws where nothing fills a slot. */
export function contextValues(random: Random, context: Context): Record<string, string> {
  const filled: Record<string, string> = {};
  const all = context.text + context.questions.flat().join(" ");
  for (const [, slot = ""] of all.matchAll(/\{(\w+)\}/g)) {
    if (slot in filled) continue;
    const sort = sorts[sortOf(slot)];
    if (sort === undefined) throw new RangeError(`Nothing fills {${slot}}.`);
    const taken = Object.values(filled);
    let value = sort(random);
    while (taken.includes(value)) value = sort(random);
    filled[slot] = value;
  }
  return filled;
}

/** A context with its values, and one of its questions with the answer. */
export interface FilledContext {
  readonly text: string;
  readonly question: string;
  readonly answer: string;
}

/** One of the contexts with values of its own. */
export function filledContext(random: Random, contexts: readonly Context[]): FilledContext {
  const context = random.pick(contexts);
  const values = contextValues(random, context);
  const [question, answer] = random.pick(context.questions);
  return {
    text: fill(context.text, values),
    question: fill(question, values),
    answer: fill(answer, values),
  };
}
