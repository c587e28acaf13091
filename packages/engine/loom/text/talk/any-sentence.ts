import { capitalised } from "../exchange.ts";
import type { Random } from "../random.ts";
import { fill } from "../wording.ts";
import { anyCity, anyName, asTitle } from "../words.ts";
import { byBar, byComma } from "../lists.ts";
import { subjectsOf } from "./subjects.ts";

const shapes = byBar(`
  the {adjective} {thing} is {place} | {name} {did} the {thing} | {name} and {name} {did} a {adjective} {thing} | my {thing} is {adjective} | i {did} the {thing} {place}
  we {did} {things} {time} | the {things} {verb} {time} | a {thing} and a {thing} | {things} are {quality} | it is {adjective} {place} | there is a {thing} {place}
  {name} lives in {city} | {name} likes {things} | the {thing} {place} is {quality} and {adjective} | i like {things} but not {things} | she {did} {number} {things}
  he will {verb} {time} | do not {verb} {place} | where is the {thing} | is the {thing} {adjective} | see you {time} | meet me {place} | good luck {time} | i am {adjective} {time}
  {number} {adjective} {things} | all {things} must {verb} | never {verb} {place} | {things} {verb} and {things} {verb} | the train to {city} leaves at {number}
`);
const more: Readonly<Record<string, readonly string[]>> = {
  adjective: byComma(
    "happy, old, new, tall, tiny, broken, lovely, strange, empty, ready, late, warm, clean, young, lost, open, clever, brave, calm, busy, tired, wild",
  ),
  did: byComma(
    "found, saw, lost, bought, sold, painted, opened, closed, carried, made, liked, wanted, broke, moved, washed, forgot, kept, gave away",
  ),
  place: byComma(
    "on the table, in the garden, near the river, under the bed, at home, at school, behind the door, in the box, by the sea, over there, in town",
  ),
  time: byComma(
    "today, tomorrow, every day, at night, in the morning, after lunch, on Friday, next week, in summer, now, again, soon",
  ),
};

/** A plain English sentence, mostly without its full stop. */
export function anySentence(random: Random): string {
  const subjects = subjectsOf(random);
  const slots = new Proxy<Record<string, string | number>>(
    {},
    {
      get: (_, name) => {
        if (name === "name") return asTitle(anyName(random));
        if (name === "city") return asTitle(anyCity(random));
        const list = more[String(name)];
        return list ? random.pick(list) : subjects[String(name)];
      },
    },
  );
  const text = fill(random.pick(shapes), slots);
  return (random.chance(0.5) ? capitalised(text) : text) + random.pick(["", "", "", ".", ".", "!"]);
}
