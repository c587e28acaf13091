import { ask, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { bigPair, unorderedKey } from "./operands.ts";
import { sumRequest } from "./sum-request.ts";
import { workedSum } from "./worked-sum.ts";

/** Sums with an operand of three digits. */
export function bigSum(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const [a, b] = bigPair(random);
    return {
      key: unorderedKey("+", a, b),
      messages: ask(sumRequest(random, [a, b]), workedSum(a, b)),
    };
  });
}
