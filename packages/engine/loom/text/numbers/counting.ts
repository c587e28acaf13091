import { ask, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { request, type Wordings } from "../request.ts";
import { drawFrom, type Split } from "../split.ts";
import {
  downToWordings,
  downWordings,
  followingWordings,
  fromOneWordings,
  fromToWordings,
  neighbourWordings,
} from "./counting-wordings.ts";

/** The most numbers that are counted from anywhere but 1. */
const mostCounted = 12;

/** All numbers from one to another, upwards or downwards. */
function between(first: number, last: number): string {
  const step = first < last ? 1 : -1;
  return Array.from(
    { length: Math.abs(last - first) + 1 },
    (_, index) => first + step * index,
  ).join(" ");
}

/** The wordings with the first and the last number that they ask for. */
function range(random: Random): readonly [Wordings, number, number] {
  const kind = random.weighted({ fromOne: 34, fromTo: 36, down: 16, downTo: 14 });
  if (kind === "fromOne") {
    return [fromOneWordings, 1, random.chance(0.6) ? random.integer(2, 12) : random.integer(2, 20)];
  }
  if (kind === "down") return [downWordings, random.integer(2, 12), 1];
  const lowest = random.integer(0, random.pick([1, 20, 97]));
  const highest = lowest + random.integer(2, Math.min(99 - lowest, mostCounted - 1));
  return kind === "fromTo" ? [fromToWordings, lowest, highest] : [downToWordings, highest, lowest];
}

/** Counting up or down, and the neighbours of a number. The request is the key: there are few ranges. */
export function counting(random: Random, split: Split): Exchange {
  const asksNeighbour = random.chance(0.25);
  return drawFrom(split, () => {
    if (asksNeighbour) {
      const y = random.chance(0.85) ? random.integer(1, 99) : random.integer(100, 998);
      const isAfter = random.chance(0.6);
      const p = isAfter ? "after" : "before";
      const wordings = isAfter && random.chance(0.2) ? followingWordings : neighbourWordings;
      const text = request(random, wordings, { p, y }, { endsFreely: true });
      return { key: text, messages: ask(text, `${isAfter ? y + 1 : y - 1} comes ${p} ${y}.`) };
    }
    const [wordings, y, z] = range(random);
    const text = request(random, wordings, { y, z }, { endsFreely: true });
    return { key: text, messages: ask(text, between(y, z)) };
  });
}
