import { ask, type Exchange } from "./exchange.ts";
import { spacedJson } from "./spaced-json.ts";
import type { Random } from "./random.ts";
import { drawFrom, type Split } from "./split.ts";
import { anyCity, anyName, anyWord } from "./words.ts";

/** A property of a small object: its key and a value. */
export function anyProperty(random: Random): [key: string, value: string | number | boolean] {
  const kind = random.next();
  if (kind < 0.22) return ["name", anyName(random)];
  if (kind < 0.4)
    return [random.pick(["age", "age", "year", "count", "size"]), random.integer(0, 999)];
  if (kind < 0.55) return ["city", anyCity(random)];
  if (kind < 0.65) return [random.pick(["color", "animal", "title", "kind"]), anyWord(random)];
  if (kind < 0.7) return [random.pick(["open", "done", "ok"]), random.chance(0.5)];
  return [anyWord(random), random.chance(0.3) ? random.integer(0, 999) : anyWord(random)];
}

/** One to three properties as an object in JSON. */
export function jsonWriting(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const object: Record<string, string | number | boolean> = {};
    const count = random.pick([1, 2, 2, 2, 3]);
    while (Object.keys(object).length < count) {
      const [key, value] = anyProperty(random);
      object[key] = value;
    }
    const list = Object.entries(object)
      .map(([key, value]) => `${key} ${value}`)
      .join(", ");
    const request = random.pick(["json: ", "json: ", "JSON: ", "write json: ", "as json: "]);
    return { key: list, messages: ask(request + list, spacedJson(object)) };
  });
}
