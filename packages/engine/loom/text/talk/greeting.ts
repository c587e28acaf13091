import { ask, asTyped, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { fill } from "../wording.ts";
import { courtesies } from "./courtesies.ts";
import { greetings } from "./greetings.ts";

const families = [...greetings, ...courtesies];
const shares = Object.fromEntries(families.map(({ share }, index) => [String(index), share]));
const hellos = [
  "hi",
  "hello",
  "hey",
  "hi there",
  "hello there",
  "hi loom",
  "hello loom",
  "hey loom",
];

/** Greetings, thanks, farewells and small courtesies: a closed list, the same in both splits. */
export function greeting(random: Random): Exchange {
  const family = families[Number(random.weighted(shares))];
  if (family === undefined) throw new RangeError("A share belongs to no family.");
  const text = fill(random.pick(family.texts), { hello: random.pick(hellos) });
  const mark = text.endsWith("?") ? "" : random.pick(["", "", "!", "."]);
  const typed = asTyped(random, text + mark);
  // "hello?" asks whether somebody is there: without its mark it would be the greeting.
  const written = /^\w+\?$/.test(text) ? `${typed.replace(/\?$/, "")}?` : typed;
  return { key: text, messages: ask(written, family.answer) };
}
