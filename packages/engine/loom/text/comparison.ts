import { ask, asTyped, type Exchange } from "./exchange.ts";
import type { Random } from "./random.ts";
import { drawFrom, type Split } from "./split.ts";

/** Which of two numbers below 100 is larger, asked for `yes` or `no` and for the number. Both orders are one key. */
export function comparison(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const left = random.integer(0, 99);
    const other = random.integer(0, 98);
    const right = other < left ? other : other + 1;
    const asksLarger = random.chance(0.5);
    const key = `${Math.min(left, right)}<>${Math.max(left, right)}`;
    if (random.chance(0.25)) {
      const larger = Math.max(left, right);
      const smaller = Math.min(left, right);
      const text = asksLarger
        ? random.pick([
            `which is bigger, ${left} or ${right}?`,
            `which is larger, ${left} or ${right}?`,
          ])
        : `which is smaller, ${left} or ${right}?`;
      return { key, messages: ask(asTyped(random, text), String(asksLarger ? larger : smaller)) };
    }
    const word = asksLarger
      ? random.pick(["bigger", "larger", "greater"])
      : random.pick(["smaller", "less"]);
    const isTrue = asksLarger ? left > right : left < right;
    const text = `is ${left} ${word} than ${right}?`;
    return { key, messages: ask(asTyped(random, text), isTrue ? "yes" : "no") };
  });
}
