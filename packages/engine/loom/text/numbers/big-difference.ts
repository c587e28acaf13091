import { ask, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { differenceRequest } from "./difference-request.ts";
import { bigPair } from "./operands.ts";
import { workedDifference } from "./worked-difference.ts";

/** Differences with a minuend of three digits, worked by columns, never below zero. */
export function bigDifference(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const [left = 0, right = 0] = bigPair(random).toSorted((one, other) => other - one);
    return {
      key: `${left}-${right}`,
      messages: ask(differenceRequest(random, [left, right]), workedDifference(left, right)),
    };
  });
}
