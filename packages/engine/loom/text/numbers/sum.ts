import { ask, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { pair, unorderedKey } from "./operands.ts";
import { sumRequest } from "./sum-request.ts";
import { workedSum } from "./worked-sum.ts";

/** Sums of 0 to 99. Both orders of a pair are one key: who has seen 3 + 9 has seen 9 + 3. */
export function sum(random: Random, split: Split): Exchange {
  const wantsCarry = random.chance(0.5);
  return drawFrom(split, () => {
    let [left, right] = pair(random);
    // Half of all sums carry from the ones; uniform pairs would do so in fewer.
    while ((left % 10) + (right % 10) > 9 !== wantsCarry) [left, right] = pair(random);
    return {
      key: unorderedKey("+", left, right),
      messages: ask(sumRequest(random, [left, right]), workedSum(left, right)),
    };
  });
}
