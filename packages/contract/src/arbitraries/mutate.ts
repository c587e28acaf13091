import fc from "fast-check";

/** One named change to a value. */
interface Mutation {
  readonly name: string;
  apply(holder: Record<string, unknown> | unknown[], key: string | number): void;
}

const replacements: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  "",
  "text",
  [],
  {},
  [null],
  { a: 1 },
];

const mutations: readonly Mutation[] = [
  ...replacements.map((value) => ({
    name: `replace by ${JSON.stringify(value)}`,
    apply(holder: Record<string, unknown> | unknown[], key: string | number) {
      (holder as Record<string | number, unknown>)[key] = structuredClone(value);
    },
  })),
  {
    name: "remove",
    apply(holder, key) {
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
    },
  },
  {
    name: "add a sibling",
    apply(holder, key) {
      if (Array.isArray(holder)) holder.push(holder[Number(key)]);
      else holder["x-unknown"] = 1;
    },
  },
];

/**
 * Values near those of an arbitrary: one place in each is replaced, removed or given a sibling.
 *
 * Many are invalid, some are valid. They show whether two judges agree.
 */
export function mutated(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.nat(), fc.constantFrom(...mutations))
    .map(([value, place, mutation]) => {
      const copy: unknown = structuredClone(value);
      const places = [...placesOf(copy)];
      const chosen = places[place % Math.max(places.length, 1)];
      if (chosen === undefined) return null;
      mutation.apply(chosen.holder, chosen.key);
      return copy;
    });
}

interface Place {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string | number;
}

function* placesOf(value: unknown): Generator<Place> {
  if (typeof value !== "object" || value === null) return;
  const holder = value as Record<string, unknown> | unknown[];
  for (const key of Object.keys(holder)) {
    yield { holder, key: Array.isArray(holder) ? Number(key) : key };
    yield* placesOf((holder as Record<string, unknown>)[key]);
  }
}
