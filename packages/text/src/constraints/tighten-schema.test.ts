import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Schema } from "./json-schema/schema.ts";

import { accepts } from "./json-schema/validation.ts";
import { GrammarHost } from "./grammar-host.ts";
import { numbersOf, allowedBy, randomWalk } from "./testing/random-walk.ts";
import { byteEnd, byteVocabulary } from "./testing/vocabularies.ts";
import { tightenSchema } from "./tighten-schema.ts";

const vocabulary = byteVocabulary();
const host = new GrammarHost(vocabulary);

const object = (properties: object, required: string[] = [], more: object = {}): object => ({
  type: "object",
  properties,
  required,
  ...more,
});
const tree = {
  $ref: "#/$defs/node",
  $defs: {
    node: object(
      { value: { type: "integer" }, children: { type: "array", items: { $ref: "#/$defs/node" } } },
      ["value", "children"],
    ),
  },
};
const chain = {
  $ref: "#/$defs/a",
  $defs: {
    a: object({ b: { $ref: "#/$defs/b" } }, ["b"]),
    b: object({ c: { $ref: "#/$defs/c" } }, ["c"]),
    c: object({ d: { $ref: "#/$defs/d" } }, ["d"]),
    d: object({ e: { $ref: "#/$defs/e" } }, ["e"]),
    e: object({ f: { $ref: "#/$defs/f" } }, ["f"]),
    f: { type: "string" },
  },
};

describe("bounds", () => {
  test.each<[name: string, schema: unknown, expected: object]>([
    ["a string gets a length", { type: "string" }, { type: ["string"], maxLength: 40 }],
    [
      "a length that is there stays",
      { type: "string", maxLength: 500 },
      { type: ["string"], maxLength: 500 },
    ],
    [
      "a large least length is kept",
      { type: "string", minLength: 90 },
      { type: ["string"], minLength: 90, maxLength: 90 },
    ],
    [
      "a pattern without end gets a length",
      { type: "string", pattern: "^a*$" },
      { type: ["string"], pattern: "^a*$", maxLength: 40 },
    ],
    [
      "a pattern that ends is left alone",
      { type: "string", pattern: "^a{0,99}$" },
      { type: ["string"], pattern: "^a{0,99}$" },
    ],
    [
      "a format is left alone",
      { type: "string", format: "date" },
      { type: ["string"], format: "date" },
    ],
    [
      "a number gets both ends",
      { type: "number" },
      { type: ["number"], minimum: -1e6, maximum: 1e6 },
    ],
    [
      "a number gets the other end",
      { type: "integer", minimum: 5e6 },
      { type: ["integer"], minimum: 5e6, maximum: 6e6 },
    ],
    [
      "an exclusive end is one",
      { type: "number", exclusiveMaximum: -3 },
      { type: ["number"], exclusiveMaximum: -3, minimum: -1000003 },
    ],
    [
      "an array gets a count",
      { type: "array", items: { type: "null" } },
      { type: ["array"], items: { type: ["null"] }, maxItems: 4 },
    ],
    [
      "a large least count is kept",
      { type: "array", items: { type: "null" }, minItems: 9 },
      { type: ["array"], items: { type: ["null"] }, minItems: 9, maxItems: 9 },
    ],
    [
      "constants that the rest allows stay",
      { enum: ["a", "abc", 3], maxLength: 1 },
      { enum: ["a", 3] },
    ],
    ["a schema as text", '{"type": "null"}', { type: ["null"] }],
    [
      "named objects are closed",
      object({ a: { type: "null" } }),
      {
        type: ["object"],
        required: [],
        properties: { a: { type: ["null"] } },
        additionalProperties: false,
      },
    ],
    [
      "what is required is named",
      object({}, ["z"], { additionalProperties: { type: "null" } }),
      {
        type: ["object"],
        required: ["z"],
        properties: { z: { type: ["null"] } },
        additionalProperties: false,
      },
    ],
  ])("%s", (_, schema, expected) => {
    expect(tightenSchema(schema)).toEqual(expected);
  });

  test("references that do not recur are followed however deep", () => {
    const text = '{"b": {"c": {"d": {"e": {"f": "x"}}}}}';
    const tight = tightenSchema(chain);
    expect(accepts(JSON.parse(text), tight as Schema, tight)).toBe(true);
  });

  test("recursion ends after some levels, and optional properties that need more go", () => {
    const tight = tightenSchema(object({ v: { type: "null" }, next: { $ref: "#" } }, ["v"]));
    const nested = (depth: number): object =>
      depth === 0 ? { v: null } : { v: null, next: nested(depth - 1) };
    const isAllowed = (depth: number): boolean => accepts(nested(depth), tight as Schema, tight);
    expect([isAllowed(0), isAllowed(3), isAllowed(8)]).toEqual([true, true, false]);
  });

  test("a list whose next entry may be null ends, and so do names and patterns", () => {
    const entry = {
      type: "object",
      properties: { next: { anyOf: [{ $ref: "#/$defs/n" }, { type: "null" }] } },
    };
    const list = tightenSchema({ $ref: "#/$defs/n", $defs: { n: entry } }) as Schema;
    const nested = (depth: number): unknown => (depth === 0 ? null : { next: nested(depth - 1) });
    expect([accepts(nested(2), list, list), accepts(nested(8), list, list)]).toEqual([true, false]);
    const map = tightenSchema({ type: "object" }) as Schema;
    const isKey = (key: string): boolean => accepts({ [key]: 1 }, map, map);
    expect([isKey("a"), isKey("a".repeat(99))]).toEqual([true, false]);
    expect(tightenSchema({ type: "string", pattern: "^ab.*$" })).toMatchObject({ maxLength: 42 });
  });

  test("what is kept out stays out", () => {
    const tight = tightenSchema({ type: "integer", not: { const: 3 }, multipleOf: 3 }) as Schema;
    expect([3, 4, 6].map((value) => accepts(value, tight, tight))).toEqual([false, false, true]);
  });

  test("a schema that cannot be enforced is refused as compiling it would be", () => {
    expect(() => tightenSchema({ contains: {} })).toThrow(
      expect.objectContaining({ kind: "unsupported" }),
    );
    expect(() => tightenSchema("{")).toThrow(expect.objectContaining({ kind: "invalid" }));
  });
});

const wild: [string, unknown][] = [
  ["strings", { type: "array", items: { type: "string" } }],
  ["anything", {}],
  ["any object", { type: "object" }],
  ["a tree", tree],
  ["a chain of references", chain],
  [
    "arrays of arrays of numbers",
    { type: "array", items: { type: "array", items: { type: "number" } } },
  ],
  [
    "a record of records",
    {
      type: "object",
      additionalProperties: { type: "object", additionalProperties: { type: "string" } },
    },
  ],
  [
    "alternatives",
    {
      anyOf: [
        { type: "string" },
        { type: "array", items: { anyOf: [{ type: "number" }, { type: "string" }] } },
        { type: "null" },
      ],
    },
  ],
  [
    "beside a reference",
    { $ref: "#/$defs/long", minLength: 60, $defs: { long: { type: "string" } } },
  ],
  [
    "told apart",
    {
      oneOf: [
        object({ k: { const: "a" }, text: { type: "string" } }, ["k", "text"]),
        object({ k: { const: "b" }, list: { type: "array" } }, ["k"]),
      ],
    },
  ],
];

/** Draws among all allowed tokens alike and never looks for an end, as a small model does at worst. */
function aimlessLength(schema: unknown, seed: number): [text: string, tokens: number] {
  const matcher = host.matcher({ kind: "json", schema });
  const words = new Int32Array(host.maskWords);
  const draw = numbersOf(seed);
  const bytes: number[] = [];
  for (;;) {
    matcher.fillMask(words);
    const allowed = allowedBy(words, vocabulary.size);
    const letters = allowed.filter((token) => token !== byteEnd && token !== 0x22);
    const choices = letters.length > 0 ? letters : allowed;
    const token = choices[Math.floor(draw() * choices.length)]!;
    matcher.accept(token);
    if (token === byteEnd || bytes.length > 20_000) break;
    bytes.push(token);
  }
  return [Buffer.from(bytes).toString(), bytes.length];
}

describe("what a tightened schema allows", () => {
  test.each(wild)("%s: ends, and validates against the original", (_, schema) => {
    const tight = tightenSchema(schema);
    for (let seed = 0; seed < 6; seed++) {
      const { text, isComplete } = randomWalk(
        host,
        vocabulary,
        { kind: "json", schema: tight },
        seed,
        10_000,
      );
      expect(isComplete).toBe(true);
      expect([text, accepts(JSON.parse(text), schema as Schema, schema)]).toEqual([text, true]);
    }
  });

  test("an array of strings ends within a few hundred tokens even when no end is looked for", () => {
    for (let seed = 0; seed < 5; seed++) {
      const [text, tokens] = aimlessLength(
        tightenSchema({ type: "array", items: { type: "string" } }),
        seed,
      );
      expect(JSON.parse(text)).toBeInstanceOf(Array);
      // 4 strings of at most 40 characters of at most 6 bytes each.
      expect(tokens).toBeLessThan(1000);
    }
  });

  test("random schemas: whatever satisfies the tightened one satisfies the original", () => {
    let compared = 0;
    const values: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 3 });
    const kinds = fc.letrec<{ node: object }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(
          {},
          { type: "string" },
          { type: "number" },
          { type: "integer", maximum: 3 },
          { minLength: 1 },
          { type: ["null", "boolean"] },
          { enum: ["", 1, null, []] },
        ),
        fc.record(
          { type: fc.constant("array"), items: tie("node"), minItems: fc.nat(2) },
          { requiredKeys: ["type"] },
        ),
        fc
          .tuple(
            fc.dictionary(fc.constantFrom("a", "b"), tie("node"), { maxKeys: 2 }),
            fc.subarray(["a"]),
          )
          .map(([properties, required]) => object(properties, required)),
        fc.record({ type: fc.constant("object"), additionalProperties: tie("node") }),
        fc.tuple(tie("node"), tie("node")).map((anyOf) => ({ anyOf })),
      ),
    })).node;
    const property = fc.property(
      kinds,
      fc.array(values, { minLength: 10, maxLength: 10 }),
      (schema, samples) => {
        const tight = tightenSchema(schema) as Schema;
        for (const value of samples) {
          if (!accepts(value, tight, tight)) continue;
          compared++;
          expect([value, accepts(value, schema as Schema, schema)]).toEqual([value, true]);
        }
      },
    );
    fc.assert(property, { seed: 13, numRuns: 800 });
    expect(compared).toBeGreaterThan(400);
  });
});
