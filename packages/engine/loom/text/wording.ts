import { asTyped, capitalised } from "./exchange.ts";
import type { Random } from "./random.ts";

/** A template with its placeholders filled: `{a}` becomes the value of `a`. Throws when a value is missing. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`"${template}" has no value for {${name}}.`);
    return String(value);
  });
}

const openings: readonly string[] = [
  "please ",
  "please ",
  "can you ",
  "could you ",
  "can you please ",
  "could you please ",
  "would you ",
  "i want you to ",
  "i need you to ",
  "now ",
  "now please ",
  "ok, ",
  "hey, ",
  "loom, ",
  "hi loom, ",
  "hey loom, can you ",
  "try to ",
  "next, ",
  "let's see, ",
  "quick one: ",
];

const closings: readonly string[] = [
  " please",
  ", please",
  " for me",
  " for me please",
  " now",
  ", thanks",
  ". Thanks!",
  " thank you",
];

/**
 * A command as people type it: bare for the most part, now and then with a politeness before it or after it.
 * `ends` is true where something may follow the text: false where it ends in what is to be worked on.
 */
export function asked(random: Random, command: string, ends = false): string {
  const kind = random.next();
  if (kind < 0.62) return asTyped(random, command);
  if (kind < 0.88 || !ends) {
    const opening = random.pick(openings);
    const text = opening + command;
    const isQuestion = /(?:can|could|would) you (?:please )?$/.test(opening) && ends;
    const mark = isQuestion && random.chance(0.6) ? "?" : "";
    return (random.chance(0.6) ? capitalised(text) : text) + mark;
  }
  return asTyped(random, command.replace(/[.!]$/, "") + random.pick(closings));
}
