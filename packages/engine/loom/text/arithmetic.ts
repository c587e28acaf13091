import { ask, asTyped, type Exchange } from "./exchange.ts";
import type { Random } from "./random.ts";
import { drawFrom, type Split } from "./split.ts";

/** The largest operand of sums and the largest minuend. */
const mostOperand = 20;

/** Sums of 0 to 20. Both orders of a pair are one key: who has seen 3 + 9 has seen 9 + 3. */
export function sum(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const left = random.integer(0, mostOperand);
    const right = random.integer(0, mostOperand);
    const text = random.pick([
      `what is ${left} + ${right}?`,
      `what is ${left} + ${right}?`,
      `${left} + ${right} =`,
      `${left} + ${right}`,
      `what is ${left}+${right}?`,
      `${left}+${right}`,
      `add ${left} and ${right}`,
      `what is ${left} plus ${right}?`,
    ]);
    return {
      key: `${Math.min(left, right)}+${Math.max(left, right)}`,
      messages: ask(asTyped(random, text), String(left + right)),
    };
  });
}

/** Differences of 0 to 20 that are not negative. */
export function difference(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const left = random.integer(0, mostOperand);
    const right = random.integer(0, left);
    const text = random.pick([
      `what is ${left} - ${right}?`,
      `what is ${left} - ${right}?`,
      `${left} - ${right} =`,
      `${left} - ${right}`,
      `what is ${left}-${right}?`,
      `subtract ${right} from ${left}`,
      `what is ${left} minus ${right}?`,
    ]);
    return {
      key: `${left}-${right}`,
      messages: ask(asTyped(random, text), String(left - right)),
    };
  });
}
