import { capitalised, type ParameterType } from "../exchange.ts";
import type { Random } from "../random.ts";
import { anyCity, anyName, anyWord, asTitle, inventedWord, letters } from "../words.ts";
import { valueWords as of } from "./value-words.ts";

/** What may stand in a place of a request: how it is written, and which types a tool may declare for it. */
export interface ValueKind {
  readonly draw: (random: Random) => string;
  /** Drawn from when a tool is spelled; the first where nothing is drawn. */
  readonly types: readonly ParameterType[];
  /** Whether people put it in quotes now and then. */
  readonly isQuoted?: boolean;
}

type Draw = ValueKind["draw"];

const text = (draw: Draw, isQuoted = false): ValueKind => ({ draw, types: ["string"], isQuoted });

/** Whole numbers, which some tools take as text. */
const whole = (lowest: number, highest: number): ValueKind => ({
  draw: (random) => String(random.integer(lowest, highest)),
  types: ["integer", "integer", "integer", "number", "number", "string"],
});

/** One of a few words and nothing else. */
const among = (words: readonly string[]): ValueKind => text((random) => random.pick(words));

/** Words of a list, and beside them words that nobody has heard: the second teach copying. */
const open =
  (words: readonly string[], isTitle = 0.15): Draw =>
  (random) => {
    const kind = random.next();
    const word =
      kind < 0.62 ? random.pick(words) : kind < 0.85 ? inventedWord(random) : anyWord(random);
    return random.chance(isTitle) ? asTitle(word) : word;
  };

const two = (random: Random): string => String(random.integer(1, 28)).padStart(2, "0");

const date: Draw = (random) => {
  const kind = random.next();
  if (kind < 0.5)
    return `20${random.integer(20, 35)}-${String(random.integer(1, 12)).padStart(2, "0")}-${two(random)}`;
  if (kind < 0.8) return `${random.pick(of.months)} ${random.integer(1, 28)}`;
  return `${random.integer(1, 28)} ${random.pick(of.months)}`;
};

const day: Draw = (random) => (random.chance(0.7) ? random.pick(of.days) : date(random));

const clock: Draw = (random) => {
  const kind = random.next();
  if (kind < 0.3) return `${random.integer(1, 12)}${random.pick(["am", "pm", " am", " pm"])}`;
  if (kind < 0.6)
    return `${random.integer(0, 23)}:${random.pick(["00", "15", "30", "45", "10", "05"])}`;
  if (kind < 0.7) return random.pick(["noon", "midnight", "sunrise", "half past six"]);
  return String(random.integer(1, 12));
};

const person: Draw = (random) => {
  const name = anyName(random);
  const kind = random.next();
  if (kind < 0.2)
    return `${capitalised(name)} ${random.chance(0.7) ? random.pick(of.surnames) : capitalised(inventedWord(random))}`;
  return kind < 0.65 ? capitalised(name) : name;
};

const mail: Draw = (random) =>
  `${anyName(random)}@${random.pick(["example.com", "mail.org", "work.net", `${inventedWord(random)}.com`])}`;

const id: Draw = (random) => {
  const kind = random.next();
  const digits = random.integer(10, 99_999);
  if (kind < 0.35) return `${letters(random, 1, 3).toUpperCase()}-${digits}`;
  if (kind < 0.55) return `${letters(random, 1, 2).toUpperCase()}${digits}`;
  if (kind < 0.75) return `${letters(random, 1, 3)}${random.integer(1, 999)}`;
  return String(digits);
};

const words =
  (fewest: number, most: number): Draw =>
  (random) =>
    Array.from({ length: random.integer(fewest, most) }, () => anyWord(random)).join(" ");

/** A list's entries with other words among them. */
const phrase =
  (list: readonly string[], isTitle: number): Draw =>
  (random) => {
    const chosen = random.chance(0.65) ? random.pick(list) : words(1, 3)(random);
    return random.chance(isTitle) ? capitalised(chosen) : chosen;
  };

const task: Draw = (random) =>
  random.chance(0.8)
    ? `${random.pick(of.doers)} ${random.chance(0.75) ? random.pick(of.things) : `the ${anyWord(random)}`}`
    : words(2, 3)(random);

const file: Draw = (random) => {
  const name = random.chance(0.65) ? random.pick(of.files) : anyWord(random);
  const path = `${name}.${random.pick(of.extensions)}`;
  if (random.chance(0.65)) return path;
  return `${random.pick(["", "/"])}${random.pick(of.folders)}/${path}`;
};

const place: Draw = (random) => {
  const city = random.chance(0.35) ? random.pick(of.moreCities) : anyCity(random);
  return random.chance(0.7) ? asTitle(city) : city;
};

const amount: Draw = (random) => {
  if (random.chance(0.7)) return String(random.integer(1, random.chance(0.6) ? 200 : 9999));
  return `${random.integer(0, 99)}.${random.pick(["5", "25", "75", "99", "49"])}`;
};

const list: Draw = (random) => {
  const count = random.integer(2, 4);
  const parts = Array.from({ length: count }, () =>
    open(of.foods, 0)(random).replace(/ and /g, " "),
  );
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
};

/** The name of a kind of value. */
export type KindName =
  | "city"
  | "country"
  | "day"
  | "date"
  | "clock"
  | "moment"
  | "span"
  | "person"
  | "email"
  | "receiver"
  | "word"
  | "invented"
  | "words"
  | "task"
  | "message"
  | "title"
  | "topic"
  | "product"
  | "food"
  | "song"
  | "film"
  | "genre"
  | "artist"
  | "currency"
  | "unit"
  | "language"
  | "team"
  | "company"
  | "symbol"
  | "service"
  | "environment"
  | "table"
  | "file"
  | "folder"
  | "color"
  | "room"
  | "device"
  | "sensor"
  | "workout"
  | "mode"
  | "size"
  | "priority"
  | "status"
  | "sky"
  | "role"
  | "reason"
  | "transport"
  | "direction"
  | "id"
  | "number"
  | "few"
  | "percent"
  | "degrees"
  | "many"
  | "year"
  | "amount"
  | "switch"
  | "truth"
  | "list"
  | "sum";

/** All kinds of values that the places of requests name. */
export const valueKinds: Readonly<Record<KindName, ValueKind>> = {
  city: text(place),
  country: text(open(of.countries, 0.7)),
  day: text(day),
  date: text(date),
  clock: text(clock),
  moment: text(
    (random) => `${random.chance(0.75) ? random.pick(of.days) : date(random)} at ${clock(random)}`,
  ),
  span: text(
    (random) =>
      `${random.integer(1, 60)} ${random.pick(["minutes", "hours", "seconds", "days", "min"])}`,
  ),
  person: text(person),
  email: text(mail),
  receiver: text((random) => (random.chance(0.5) ? mail(random) : person(random))),
  word: text(anyWord, true),
  invented: text((random) => inventedWord(random)),
  words: text(words(1, 3), true),
  task: text(task, true),
  message: text(
    (random) => (random.chance(0.75) ? random.pick(of.texts) : words(2, 4)(random)),
    true,
  ),
  title: text(phrase(of.titles, 0.25), true),
  topic: text(phrase(of.topics, 0.1), true),
  product: text(phrase(of.products, 0.1), true),
  food: text(open(of.foods, 0.05)),
  song: text(phrase(of.songs, 0.2), true),
  film: text(phrase(of.films, 0.3), true),
  genre: text(open(of.genres, 0.05)),
  artist: text((random) =>
    random.chance(0.5) ? person(random) : `the ${open(of.things, 0)(random).replace("the ", "")}s`,
  ),
  currency: among(of.currencies),
  unit: among(of.units),
  language: text(open(of.languages, 0)),
  team: text(open(of.teams, 0.7)),
  company: text(open(of.companies, 0.7)),
  symbol: text((random) =>
    random.chance(0.6) ? random.pick(of.symbols) : letters(random, 3, 4).toUpperCase(),
  ),
  service: text(open(of.services, 0)),
  environment: among(of.environments),
  table: text(open(of.tables, 0)),
  file: text(file),
  folder: text(open(of.folders, 0)),
  color: text(open(of.colors, 0)),
  room: text(open(of.rooms, 0.1)),
  device: text(open(of.devices, 0)),
  sensor: text(open(of.sensors, 0)),
  workout: among(of.workouts),
  mode: among(of.modes),
  size: among(of.sizes),
  priority: among(of.priorities),
  status: among(of.statuses),
  sky: among(of.skies),
  role: among(of.roles),
  reason: text(phrase(of.reasons, 0)),
  transport: among(of.transports),
  direction: among(of.directions),
  id: text(id),
  number: { ...whole(1, 99_999), types: ["integer", "integer", "string"] },
  few: whole(1, 12),
  percent: whole(0, 100),
  degrees: whole(12, 30),
  many: whole(2, 999),
  year: { ...whole(1900, 2035), types: ["integer", "string"] },
  amount: { draw: amount, types: ["number", "number", "number", "string"] },
  switch: { draw: (random) => random.pick(["on", "off"]), types: ["boolean", "boolean", "string"] },
  truth: { draw: (random) => random.pick(["true", "false"]), types: ["boolean"] },
  list: { draw: list, types: ["array"] },
  sum: text((random) => {
    const [a, b] = [random.integer(1, 99), random.integer(1, 99)];
    const sum = `${a} ${random.pick(["+", "-", "*", "/", "+", "*"])} ${b}`;
    if (random.chance(0.2)) return `(${sum}) * ${random.integer(2, 9)}`;
    return random.chance(0.2) ? sum.replaceAll(" ", "") : sum;
  }),
};
