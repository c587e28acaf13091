import { ask, asTyped, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { abilities, selfWordings } from "./self-wordings.ts";

const shares = Object.fromEntries(selfWordings.map(({ share }, index) => [String(index), share]));
const openings = ["can you ", "can you ", "are you able to ", "do you know how to ", "could you "];

/** What Loom says of itself: a closed list, the same in both splits. */
export function itself(random: Random): Exchange {
  if (random.chance(0.12)) {
    const [example, names] = random.pick(abilities);
    const text = `${random.pick(openings)}${random.pick(names)}?`;
    return { key: text, messages: ask(asTyped(random, text), `Yes. For example: ${example}`) };
  }
  const family = selfWordings[Number(random.weighted(shares))];
  if (family === undefined) throw new RangeError("A share belongs to no family.");
  const text = random.pick(family.texts);
  return { key: text, messages: ask(asTyped(random, text), family.answer) };
}
