import { ask, asTyped, type Exchange } from "./exchange.ts";
import type { Random } from "./random.ts";
import { drawFrom, type Split } from "./split.ts";

/** Counting, from 1 or from another number, up to 20. A wording with its bounds is the key. */
export function counting(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const isFromOne = random.chance(0.5);
    const first = isFromOne ? 1 : random.integer(0, 12);
    const last = isFromOne ? random.integer(2, 12) : first + random.integer(1, 8);
    const text = isFromOne
      ? random.pick([`count to ${last}`, `count up to ${last}`, `please count to ${last}`])
      : random.pick([`count from ${first} to ${last}`, `please count from ${first} to ${last}`]);
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return { key: text, messages: ask(asTyped(random, text), numbers.join(" ")) };
  });
}
