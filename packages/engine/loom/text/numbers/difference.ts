import { ask, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { differenceRequest } from "./difference-request.ts";
import { pair } from "./operands.ts";
import { workedDifference } from "./worked-difference.ts";

/** A larger and a smaller number; in half of the pairs the ones of the larger are too small. */
function borrowingPair(random: Random, wantsBorrow: boolean): readonly [number, number] {
  for (;;) {
    const [larger = 0, smaller = 0] = pair(random).toSorted((one, other) => other - one);
    if (larger < 10 || larger % 10 < smaller % 10 === wantsBorrow) return [larger, smaller];
  }
}

/** Differences of 0 to 99, one in thirty below zero. */
export function difference(random: Random, split: Split): Exchange {
  const isNegative = random.chance(0.033);
  const wantsBorrow = random.chance(0.5);
  return drawFrom(split, () => {
    const [larger, smaller] = borrowingPair(random, wantsBorrow);
    const [left, right] = isNegative ? [smaller, larger] : [larger, smaller];
    return {
      key: `${left}-${right}`,
      messages: ask(differenceRequest(random, [left, right]), workedDifference(left, right)),
    };
  });
}
