import { ask, capitalised, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { fill } from "../wording.ts";
import { inventedWord, names } from "../words.ts";
import { pair, unorderedKey, written } from "./operands.ts";
import { differenceStories, sumStories } from "./story-templates.ts";
import { workedDifference } from "./worked-difference.ts";
import { workedSum } from "./worked-sum.ts";

const foods =
  "apples pears bananas oranges lemons plums cherries cookies candies cakes sweets eggs nuts grapes carrots tomatoes potatoes pizzas chocolates pancakes muffins donuts sandwiches berries peaches".split(
    " ",
  );
const things =
  "stickers marbles coins cards stamps books pens pencils balls toys cars dolls blocks balloons flowers roses stones shells buttons keys boxes bottles cups plates hats shirts socks shoes tickets photos letters chairs tables lamps bags rings beads crayons notebooks magazines games puzzles robots kites trees leaves feathers pictures candles spoons ribbons".split(
    " ",
  );

/** Not to be thrown away or broken. */
const animals = "cats dogs birds fish chickens rabbits ducks horses sheep cows pigs".split(" ");

type Verb = readonly [base: string, third: string, past: string];
const gains: readonly Verb[] = [
  ["get", "gets", "got"],
  ["buy", "buys", "bought"],
  ["find", "finds", "found"],
  ["win", "wins", "won"],
  ["collect", "collects", "collected"],
  ["pick up", "picks up", "picked up"],
  ["receive", "receives", "received"],
  ["order", "orders", "ordered"],
];
const losses: readonly Verb[] = [
  ["lose", "loses", "lost"],
  ["sell", "sells", "sold"],
  ["give away", "gives away", "gave away"],
  ["use", "uses", "used"],
  ["drop", "drops", "dropped"],
  ["break", "breaks", "broke"],
  ["throw away", "throws away", "threw away"],
  ["lend", "lends", "lent"],
];

function personName(random: Random): string {
  return capitalised(random.chance(0.85) ? random.pick(names) : inventedWord(random, 2));
}

const women = new Set(
  "alice anna lily kate mary emma lucy zoe mia eva nina rosa sara julia clara ida vera ruth olga lena nora rita".split(
    " ",
  ),
);

/** Stories are about small numbers more often than bare sums are, and never about one or none. */
function storyPair(random: Random): [number, number] {
  if (random.chance(0.5)) return [random.integer(2, 20), random.integer(2, 20)];
  const [left, right] = pair(random, 2);
  return [left, right];
}

/** With a capital at the beginning of every sentence, or as typed in haste, and sometimes without the last mark. */
function typedStory(random: Random, story: string): string {
  const text = random.chance(0.75)
    ? story.replace(/(^|[.?] )([a-z])/g, (_, before: string, letter: string) => {
        return before + letter.toUpperCase();
      })
    : story;
  const withI = random.chance(0.8) ? text.replace(/\bi\b/g, "I") : text;
  return random.chance(0.08) ? withI.slice(0, -1) : withI;
}

/** A story of a sum or a difference of 0 to 99, answered by the calculation. */
export function wordProblem(random: Random, split: Split): Exchange {
  const isSum = random.chance(0.5);
  return drawFrom(split, () => {
    let [left, right] = storyPair(random);
    if (!isSum && left < right) [left, right] = [right, left];
    const [a = "", b = ""] = written(random, [left, right]);
    const n = personName(random);
    let m = personName(random);
    while (m === n) m = personName(random);
    const template = random.pick(isSum ? sumStories : differenceStories);
    const [get, gets, got] = random.pick(gains);
    const [lose, loses, lost] = random.pick(losses);
    const f = random.pick(foods);
    const t = random.chance(0.4) ? f : random.pick(isSum && random.chance(0.2) ? animals : things);
    let u = random.pick(things);
    while (u === t) u = random.pick(things);
    const isWoman = women.has(n.toLowerCase());
    const [h, H, h2] = isWoman ? ["she", "She", "her"] : ["he", "He", "him"];
    return {
      key: isSum ? unorderedKey("+", left, right) : `${left}-${right}`,
      messages: ask(
        fill(typedStory(random, template), {
          a,
          b,
          n,
          m,
          t,
          u,
          f,
          h,
          H,
          h2,
          get,
          gets,
          got,
          lose,
          loses,
          lost,
        }),
        isSum ? workedSum(left, right) : workedDifference(left, right),
      ),
    };
  });
}
