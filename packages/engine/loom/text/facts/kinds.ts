import { capitalised } from "../exchange.ts";
import type { Random } from "../random.ts";
import { asTitle } from "../words.ts";
import { withArticle } from "./articles.ts";
import { cityNames } from "./people.ts";
import { days, months } from "./things.ts";
import { byComma } from "../lists.ts";

/** A kind of things, and all things of it that Loom learns. No thing is of two kinds. */
export interface Kind {
  /** As answers say it. */
  readonly name: string;
  /** As questions say it; the answer to a yes/no question takes the same. */
  readonly asked: readonly string[];
  readonly plural: string;
  readonly things: readonly string[];
  /** How a thing stands in a sentence: `a lemon`, `milk`, `Paris`. */
  readonly form: "counted" | "bare" | "proper";
  /** The one thing that is named when somebody wants any. */
  readonly example: string;
}

function kind(
  name: string,
  form: Kind["form"],
  things: string,
  plural = `${name}s`,
  asked: readonly string[] = [name],
): Kind {
  const all = byComma(things);
  return { name, asked, plural, things: all, form, example: all[0] ?? "" };
}

/** The kinds. */
export const kinds: readonly Kind[] = [
  kind(
    "fruit",
    "counted",
    `apple, banana, lemon, melon, grape, cherry, mango, peach, pear, plum, strawberry, raspberry, blueberry, blackberry,
    pineapple, kiwi, apricot, fig, lime, papaya, coconut, watermelon, grapefruit, pomegranate, nectarine, guava, lychee,
    cranberry, tangerine, orange, tomato`,
  ),
  kind(
    "animal",
    "counted",
    `dog, cat, tiger, monkey, horse, sheep, mouse, cow, lion, bear, elephant, giraffe, zebra, wolf, fox, rabbit, pig,
    goat, deer, camel, kangaroo, panda, koala, dolphin, whale, shark, penguin, owl, eagle, duck, frog, snake, crocodile,
    turtle, hamster, squirrel, hedgehog, donkey, otter, parrot, bird, fish, gorilla, leopard`,
  ),
  kind(
    "vegetable",
    "counted",
    `carrot, potato, onion, cabbage, cucumber, radish, turnip, leek, beet, parsnip, zucchini, artichoke, cauliflower,
    eggplant, pepper, bean, lettuce, celery stalk, sweet potato, shallot, kale leaf, brussels sprout, asparagus spear,
    broccoli floret, rutabaga`,
  ),
  kind("vegetable", "bare", "spinach, broccoli, kale, celery, asparagus, garlic", "vegetables"),
  kind("city", "proper", cityNames.slice(0, 62).join(","), "cities"),
  kind(
    "country",
    "proper",
    `france, spain, italy, germany, portugal, greece, norway, sweden, finland, denmark, poland, austria, ireland, japan,
    china, india, brazil, canada, mexico, egypt, kenya, peru, chile, iceland, australia, belgium, argentina`,
    "countries",
  ),
  kind(
    "color",
    "bare",
    "red, blue, green, yellow, purple, pink, black, white, brown, gray, turquoise, beige, violet, grey",
    "colors",
    ["color", "color", "colour"],
  ),
  kind("day", "proper", days.join(","), "days", ["day", "day of the week"]),
  kind("month", "proper", months.join(",")),
  kind(
    "vehicle",
    "counted",
    `car, bus, truck, train, bicycle, bike, motorcycle, airplane, boat, ship, tram, van, taxi, scooter, helicopter,
    tractor`,
  ),
  kind(
    "instrument",
    "counted",
    `guitar, piano, violin, flute, drum, trumpet, cello, harp, saxophone, clarinet, banjo, trombone, ukulele, tuba`,
    "instruments",
    ["instrument", "musical instrument"],
  ),
  kind(
    "drink",
    "bare",
    "water, coffee, tea, milk, juice, lemonade, beer, wine, cocoa, cola, soda, apple juice",
    "drinks",
    ["drink", "drink", "beverage"],
  ),
  kind(
    "tool",
    "counted",
    `hammer, saw, screwdriver, drill, wrench, shovel, rake, axe, chisel, crowbar, spade, hacksaw`,
  ),
  kind(
    "piece of furniture",
    "counted",
    `chair, table, sofa, bed, desk, couch, wardrobe, bookcase, armchair, stool, cupboard, dresser, bookshelf`,
    "furniture",
    ["piece of furniture"],
  ),
  kind(
    "piece of clothing",
    "counted",
    `shirt, hat, jacket, coat, skirt, sweater, scarf, sock, dress, blouse, sweatshirt, t-shirt, glove`,
    "clothes",
    ["piece of clothing"],
  ),
  kind(
    "flower",
    "counted",
    "rose, tulip, daisy, lily, sunflower, orchid, daffodil, carnation, dandelion, marigold, poppy",
  ),
  kind(
    "sport",
    "bare",
    "football, tennis, basketball, soccer, hockey, golf, baseball, volleyball, rugby, badminton, swimming, skiing",
  ),
  kind(
    "job",
    "counted",
    "teacher, doctor, nurse, farmer, pilot, baker, lawyer, engineer, plumber, carpenter, dentist, waiter",
    "jobs",
    ["job", "job", "profession"],
  ),
];

/** A kind to choose: each name as likely as the others, whatever the number of its things. */
export function anyKind(random: Random): Kind {
  const name = random.pick(kindNames);
  return random.pick(kinds.filter((one) => one.name === name));
}

/** A kind that one may mistake for another one, for the most part; any other now and then. */
export function otherKind(random: Random, of: Kind): Kind {
  const near = mistaken[of.name];
  if (near !== undefined && random.chance(0.4)) {
    const wanted = random.pick(near);
    return random.pick(kinds.filter(({ name }) => name === wanted));
  }
  let other = anyKind(random);
  while (other.name === of.name) other = anyKind(random);
  return other;
}

const mistaken: Readonly<Record<string, readonly string[]>> = {
  fruit: ["vegetable"],
  vegetable: ["fruit"],
  city: ["country"],
  country: ["city"],
  day: ["month"],
  month: ["day"],
  instrument: ["tool"],
  tool: ["instrument"],
  animal: ["vehicle", "fruit"],
  flower: ["fruit", "vegetable"],
};

const kindNames = [...new Set(kinds.map(({ name }) => name))];

/** A thing as a sentence has it: `a lemon`, `milk`, `Paris`. */
export function thingInSentence(of: Kind, thing: string): string {
  if (of.form === "proper") return asTitle(thing);
  return of.form === "bare" ? thing : withArticle(thing);
}

/** A thing alone: `lemon`, `milk`, `Paris`. */
export function thingAlone(of: Kind, thing: string): string {
  return of.form === "proper" ? asTitle(thing) : thing;
}

/** `A lemon is a fruit.` */
export function kindSentence(of: Kind, thing: string): string {
  return `${capitalised(thingInSentence(of, thing))} is ${withArticle(of.name)}.`;
}

/** More than one of a counted thing: `lemons`. */
export function severalOf(thing: string): string {
  if (/^(?:sheep|deer|fish)$/.test(thing)) return thing;
  if (thing === "mouse") return "mice";
  if (thing === "wolf") return "wolves";
  if (thing.endsWith("leaf")) return `${thing.slice(0, -1)}ves`;
  if (/[^aeiou]y$/.test(thing)) return thing.slice(0, -1) + "ies";
  if (/(?:[sx]|ch|sh|mango|potato|tomato)$/.test(thing)) return `${thing}es`;
  return `${thing}s`;
}
