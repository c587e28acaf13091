import type { Random } from "../random.ts";
import { spacedJson, type Json } from "../spaced-json.ts";
import { anyWord, inventedWord } from "../words.ts";
import type { Family } from "./family.ts";
import { valueKinds, type KindName } from "./values.ts";

/** What tools give back, and by which key. */
const keys: readonly (readonly [key: string, kind: KindName])[] = [
  ["temp", "degrees"],
  ["temperature", "degrees"],
  ["sky", "sky"],
  ["wind", "few"],
  ["humidity", "percent"],
  ["price", "amount"],
  ["total", "amount"],
  ["count", "many"],
  ["status", "status"],
  ["id", "id"],
  ["id", "number"],
  ["name", "person"],
  ["user", "person"],
  ["city", "city"],
  ["date", "date"],
  ["time", "clock"],
  ["title", "title"],
  ["color", "color"],
  ["size", "size"],
  ["level", "percent"],
  ["email", "email"],
  ["room", "room"],
  ["mode", "mode"],
  ["file", "file"],
  ["score", "few"],
  ["result", "many"],
  ["value", "amount"],
  ["message", "message"],
  ["owner", "person"],
  ["user_name", "person"],
  ["order_id", "id"],
  ["due_date", "day"],
  ["in_stock", "many"],
  ["is_open", "truth"],
  ["distance_km", "many"],
  ["language", "language"],
  ["stars", "few"],
  ["team", "team"],
  ["reason", "reason"],
];

const errors =
  `not found; timeout; invalid city; permission denied; no connection; unknown user; server is down; rate limit reached;
  bad request; access denied; out of stock; no such file; not allowed; service unavailable; already exists; not enough money;
  the room is taken; too many requests; login needed; disk full`.split(/;\s+/);

type Scalar = string | number | boolean;

function valueOf(random: Random, kind: KindName): Scalar {
  const said = valueKinds[kind].draw(random);
  const type = valueKinds[kind].types[0];
  if (type === "boolean") return said === "true";
  return type === "integer" || type === "number" ? Number(said) : said;
}

function entry(random: Random): [string, Json] {
  if (random.chance(0.7)) {
    const [key, kind] = random.pick(keys);
    return [key, valueOf(random, kind)];
  }
  const key = random.chance(0.5) ? anyWord(random) : inventedWord(random, 2);
  return [key, random.chance(0.5) ? random.integer(0, 999) : anyWord(random)];
}

/** An object of `count` keys. */
export function objectOf(random: Random, count: number): Record<string, Json> {
  const object: Record<string, Json> = {};
  while (Object.keys(object).length < count) {
    const [key, value] = entry(random);
    object[key] = value;
  }
  return object;
}

/** An object of drawn values, key by key. */
export function filledShape(random: Random, shape: Family["gives"]): Record<string, Scalar> {
  return Object.fromEntries(shape.map(([key, kind]) => [key, valueOf(random, kind)]));
}

/** Keys with the kinds of their values, for results that are alike. */
export function anyShape(random: Random, count: number): Family["gives"] {
  const shape = Array.from({ length: count }, (): Family["gives"][number] =>
    random.chance(0.8)
      ? random.pick(keys)
      : [inventedWord(random, 2), random.chance(0.5) ? "many" : "word"],
  );
  return shape.filter(([key], index) => shape.findIndex(([other]) => other === key) === index);
}

/** What tools of the family give back: its own keys where it has some, now and then any others. */
export function givenBy(random: Random, family: Family): Record<string, Json> {
  if (family.gives.length === 0 || random.chance(0.4))
    return objectOf(random, Number(random.weighted({ 1: 35, 2: 40, 3: 18, 4: 7 })));
  return filledShape(random, family.gives);
}

/** JSON as tools write it: with spaces, without, or over several lines. */
export function written(random: Random, value: Json): string {
  const kind = random.next();
  if (kind < 0.5) return spacedJson(value);
  return JSON.stringify(value, null, kind < 0.92 ? undefined : 2);
}

/** That a thing was done. */
export function doneResult(random: Random): string {
  const kind = random.next();
  if (kind < 0.2) return random.pick(["ok", "OK", "done", "Done", "success", "sent", "true", ""]);
  const done: Record<string, Json> = random.pick([
    { status: "ok" },
    { status: "ok" },
    { status: "done" },
    { status: "success" },
    { ok: true },
    { success: true },
    { done: true },
    { result: "ok" },
    { result: "success" },
  ]);
  return written(random, done);
}

/** That it failed. */
export function errorResult(random: Random): string {
  const error = random.chance(0.75) ? random.pick(errors) : `${anyWord(random)} ${anyWord(random)}`;
  const kind = random.next();
  if (kind < 0.6) return written(random, { error });
  return kind < 0.9 ? `Error: ${error}` : `error: ${error}`;
}

/** A word, a number or a few words. */
export function bareResult(random: Random): string {
  const kind = random.next();
  if (kind < 0.4) return String(random.integer(-20, 9999));
  if (kind < 0.6) return String(valueOf(random, "amount"));
  if (kind < 0.75) return `${random.integer(-9, 35)} degrees, ${String(valueOf(random, "sky"))}`;
  return String(
    valueOf(
      random,
      random.pick(["word", "words", "title", "sky", "id", "person", "clock", "message"]),
    ),
  );
}

/** What a tool of the family may give back to a call. */
export function resultOf(random: Random, family: Family): string {
  const kind = random.next();
  if (kind < 0.22) return bareResult(random);
  if (kind < 0.68) return written(random, givenBy(random, family));
  if (kind < 0.82) return doneResult(random);
  if (kind < 0.9) return errorResult(random);
  if (kind < 0.96) {
    const count = random.integer(0, 4);
    const list = Array.from({ length: count }, () =>
      random.chance(0.3) ? random.integer(1, 99) : anyWord(random),
    );
    return random.chance(0.6)
      ? written(random, list)
      : written(random, { [anyWord(random)]: list });
  }
  return written(random, { [entry(random)[0]]: objectOf(random, random.integer(1, 2)) });
}
