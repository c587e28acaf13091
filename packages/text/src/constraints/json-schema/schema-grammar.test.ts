import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Schema } from "./schema.ts";

import { GrammarHost } from "../grammar-host.ts";
import { randomWalk } from "../testing/random-walk.ts";
import { refusalOf } from "../testing/refusal.ts";
import { byteVocabulary } from "../testing/vocabularies.ts";
import { accepts } from "./validation.ts";

const vocabulary = byteVocabulary();
const host = new GrammarHost(vocabulary);

function matches(schema: unknown, text: string, isOpen = true): boolean {
  const constraint = { kind: "json", schema, additionalProperties: isOpen } as const;
  const matcher = host.matcher(constraint);
  return [...Buffer.from(text), vocabulary.endTokens[0]!].every((token) => matcher.accept(token));
}

const object = (properties: object, required: string[], more: object = {}): object => ({
  type: "object",
  properties,
  required,
  ...more,
});
const closed = { additionalProperties: false };
const point = object({ x: { type: "integer" }, y: { type: "integer" } }, ["x"]);

describe("what is and what is not matched", () => {
  test.each<[name: string, schema: unknown, yes: string[], no: string[]]>([
    [
      "integers in a range",
      { type: "integer", minimum: 0, maximum: 120 },
      ["0", "99", "120"],
      ["121", "-1", "00", "1.0", "999"],
    ],
    [
      "negative integers",
      { type: "integer", minimum: -5, maximum: 3 },
      ["-5", "-1", "0", "3"],
      ["-6", "4", "-0"],
    ],
    [
      "integers above a bound",
      { type: "integer", exclusiveMinimum: 9 },
      ["10", "12345"],
      ["9", "010"],
    ],
    [
      "decimals",
      { type: "number", minimum: -1.5, exclusiveMaximum: 3.25 },
      ["-1.5", "-1.25", "0", "3", "3.2", "3.24"],
      ["3.25", "-1.6", "4", "3.3"],
    ],
    [
      "positive decimals",
      { type: "number", exclusiveMinimum: 0, maximum: 1 },
      ["0.001", "0.5", "1", "1.0"],
      ["0", "0.0", "1.1", "-1"],
    ],
    [
      "decimals within one whole number",
      { type: "number", minimum: 0.125, maximum: 0.13 },
      ["0.12500", "0.13000"],
      ["0.12400", "0.13001"],
    ],
    [
      "strings by characters",
      { type: "string", minLength: 2, maxLength: 3 },
      ['"ab"', '"é日a"', '"\\n\\""', '"😀😀"'],
      ['"a"', '"abcd"', '"\\u0061b"', '"a\nb"'],
    ],
    [
      "patterns",
      { type: "string", pattern: '^["\\\\a]{2}$' },
      ['"\\"a"', '"\\\\\\\\"'],
      ['"""a"', '"ab"', '"a"'],
    ],
    [
      "a pattern with a length",
      { type: "string", pattern: "^[a-z]+$", maxLength: 2 },
      ['"ab"'],
      ['""', '"abc"'],
    ],
    [
      "formats",
      { type: "string", format: "date" },
      ['"2024-02-28"'],
      ['"2024-02-30"', '"2024-13-01"', '"x"'],
    ],
    [
      "enum beside type",
      { enum: ["a", 1, null], type: ["string", "null"] },
      ['"a"', "null"],
      ["1"],
    ],
    [
      "const with structure",
      { const: { a: [1, "é"] } },
      ['{"a": [1, "é"]}'],
      ['{"a":[1,"é"]}', "{}"],
    ],
    [
      "named values when others are allowed",
      point,
      ['{"x": 1}', '{"x": 1, "y": 2, "z": []}', '{"x": 1, "xy": "q"}'],
      ["{}", '{"x": "a"}', '{"x": 1, "y": "a"}', '{"x": 1, "x": "a"}', '{"y": 1, "x": 1}'],
    ],
    [
      "closed objects",
      object({ a: {}, b: {} }, ["b"], closed),
      ['{"b": 1}', '{"a": 1, "b": 2}'],
      ['{"a": 1}', '{"b": 1, "c": 2}'],
    ],
    ["required properties without a name", object({}, ["z"]), ['{"z": 1}'], ["{}", '{"y": 1}']],
    [
      "property names with quotes",
      object({ 'a"': { type: "null" }, "": { type: "null" } }, ['a"', ""]),
      ['{"a\\"": null, "": null}'],
      ["{}"],
    ],
    [
      "additional values",
      { type: "object", additionalProperties: { type: "integer" } },
      ["{}", '{"q": 1}'],
      ['{"q": "a"}'],
    ],
    [
      "counts of free properties",
      { type: "object", minProperties: 1, maxProperties: 2 },
      ['{"a": 1}', '{"a": 1, "b": 2}'],
      ["{}", '{"a": 1, "b": 2, "c": 3}'],
    ],
    [
      "tuples",
      { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }], items: false },
      ["[]", "[1]", '[1, "a"]'],
      ['["a"]', '[1, "a", 2]'],
    ],
    [
      "counts of items",
      { type: "array", items: { type: "null" }, minItems: 1, maxItems: 2 },
      ["[null]", "[null, null]"],
      ["[]", "[null,null]", "[null, null, null]"],
    ],
    [
      "what stands beside $ref",
      { $ref: "#/$defs/a~1b", maximum: 3, $defs: { "a/b": { type: "integer", minimum: 2 } } },
      ["2", "3"],
      ["1", "4"],
    ],
    [
      "several allOf",
      { allOf: [{ type: "string" }, { maxLength: 2 }, { minLength: 1 }] },
      ['"a"', '"ab"'],
      ['""', '"abc"', "1"],
    ],
    [
      "allOf of objects",
      {
        allOf: [
          object({ a: { type: "integer" } }, ["a"]),
          object({ a: { minimum: 2 }, b: {} }, ["b"]),
        ],
      },
      ['{"a": 2, "b": 1}'],
      ['{"a": 1, "b": 1}', '{"a": 2}'],
    ],
    [
      "what stands beside anyOf",
      { type: "string", anyOf: [{ maxLength: 1 }, { const: "bb" }] },
      ['"a"', '"bb"'],
      ['"aa"', "1"],
    ],
    [
      "objects that begin alike",
      {
        anyOf: [
          object({ k: { const: "a" }, v: { type: "integer" } }, ["k", "v"], closed),
          object({ k: { const: "ab" }, v: { type: "null" } }, ["k", "v"], closed),
        ],
      },
      ['{"k": "a", "v": 1}', '{"k": "ab", "v": null}'],
      ['{"k": "a", "v": null}', '{"k": "ab", "v": 1}'],
    ],
    [
      "oneOf told apart by a constant",
      { oneOf: [object({ k: { const: 1 } }, ["k"]), object({ k: { const: 2 } }, ["k"])] },
      ['{"k": 1}', '{"k": 2}'],
      ['{"k": 3}'],
    ],
    [
      "recursion",
      object({ v: { type: "integer" }, next: { $ref: "#" } }, ["v"], closed),
      ['{"v": 1, "next": {"v": 2, "next": {"v": 3}}}'],
      ['{"v": 1, "next": {}}'],
    ],
    ["keywords without a type", { minimum: 3 }, ["3"], ["2"]],
    [
      "impossible optional properties",
      object({ a: false, b: { type: "integer", enum: ["x"] } }, []),
      ["{}", '{"c": 1}'],
      ['{"a": 1}', '{"b": 1}'],
    ],
    ["schemas as text", '{"type": "null"}', ["null"], ["1"]],
    [
      "any value",
      true,
      ["1", '{"a": [1, {"b": null}]}', '"x"', "-1.5e3", "[]"],
      ["01", "nul", "{a: 1}"],
    ],
  ])("%s", (_, schema, yes, no) => {
    for (const text of yes) expect([text, matches(schema, text)]).toEqual([text, true]);
    for (const text of no) expect([text, matches(schema, text)]).toEqual([text, false]);
  });

  test("objects are closed where the constraint says so and the schema says nothing", () => {
    expect(matches(point, '{"x": 1, "z": 2}', false)).toBe(false);
    expect(matches(point, '{"x": 1, "y": 2}', false)).toBe(true);
    expect(matches({ ...point, additionalProperties: true }, '{"x": 1, "z": 2}', false)).toBe(true);
  });
});

describe("refusals", () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? {} : { type: "array", items: nested(depth - 1) };
  test.each<[schema: unknown, kind: string, message: RegExp]>([
    ...["contains", "$dynamicRef", "nullable"].map((keyword): [unknown, string, RegExp] => [
      object({ "a/b": { [keyword]: {} } }, []),
      "unsupported",
      new RegExp(
        `#/properties/a~1b/${keyword.replace("$", "\\$")}: the keyword ${keyword.replace("$", "\\$")}`,
      ),
    ]),
    [{ type: "array", uniqueItems: true }, "unsupported", /#\/uniqueItems/],
    [{ type: "number", multipleOf: 0.1 }, "unsupported", /#\/multipleOf/],
    [{ type: "integer", multipleOf: 0 }, "invalid", /multipleOf must be a number above 0/],
    [{ type: "string", format: "isbn" }, "unsupported", /format "isbn"/],
    [{ type: "string", pattern: "a(?=b)" }, "unsupported", /look-ahead/],
    [{ type: "string", pattern: "(?!a)b|c" }, "unsupported", /look-ahead before alternatives/],
    [{ type: "string", not: { pattern: "a" } }, "unsupported", /#\/not/],
    [{ not: { const: [1] }, type: "array" }, "unsupported", /#\/not/],
    [
      object({ a: { $id: "x", properties: { b: { $ref: "#/c" } } } }, []),
      "unsupported",
      /\$id of its own/,
    ],
    [{ unevaluatedProperties: false, not: { required: ["a"] } }, "unsupported", /unevaluated/],
    [{ $ref: "#anchor" }, "invalid", /leads nowhere/],
    [{ $ref: "http://example.org/s" }, "unsupported", /into the schema itself/],
    [{ oneOf: [{ type: "string" }, { format: "email" }] }, "unsupported", /oneOf/],
    [object({ a: {}, b: {} }, [], { minProperties: 2 }), "unsupported", /minProperties/],
    [{ $ref: "#/$defs/none" }, "invalid", /leads nowhere/],
    [{ $ref: "#" }, "invalid", /without end/],
    [object({ n: { $ref: "#" } }, ["n"]), "invalid", /is endless/],
    [{ type: "foo" }, "invalid", /"foo" is not a type/],
    [{ type: "integer", minimum: 5, maximum: 3 }, "invalid", /no value/],
    [{ type: "integer", exclusiveMinimum: "1" }, "invalid", /exclusiveMinimum must be a number/],
    [{ type: "string", maxLength: 1.5 }, "invalid", /whole number/],
    [false, "invalid", /no value/],
    [{ enum: [] }, "invalid", /at least one entry/],
    [{ required: "a" }, "invalid", /list of strings/],
    ["{", "invalid", /not valid JSON/],
    [7, "invalid", /must be an object/],
    [nested(100), "invalid", /nested more than 64/],
    [nested(3000), "invalid", /nested more than 64/],
    [
      object(Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`p${i}`, {}])), []),
      "invalid",
      /properties/,
    ],
    [
      object(Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`p${i}`, {}])), []),
      "invalid",
      /600 optional properties/,
    ],
  ])("case %#", (schema, kind, message) => {
    const refusal = refusalOf(host, { kind: "json", schema });
    expect(refusal.message).toMatch(message);
    expect(refusal).toMatchObject({ kind, parameter: "constraint" });
  });
});

const bound = fc.integer({ min: -40, max: 40 }).map((value) => value / 4);
const leaf: fc.Arbitrary<object> = fc.oneof(
  fc.record(
    { type: fc.constantFrom("integer", "number"), minimum: bound, maximum: bound },
    { requiredKeys: ["type"] },
  ),
  fc.record(
    { type: fc.constantFrom("number"), exclusiveMinimum: bound, exclusiveMaximum: bound },
    { requiredKeys: ["type"] },
  ),
  fc.record(
    { type: fc.constant("string"), minLength: fc.nat(2), maxLength: fc.nat(4) },
    { requiredKeys: ["type"] },
  ),
  fc.constantFrom(
    { type: "boolean" },
    { type: "null" },
    { const: "a" },
    { enum: ["ab", 3, [1]] },
    { type: "string", pattern: "^a[^b]*$" },
    { type: "string", format: "time" },
  ),
);
const schemas: fc.Arbitrary<object> = fc.letrec<{ node: object }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc
      .tuple(
        fc.dictionary(fc.constantFrom("a", "ab", "b", "é"), tie("node"), { maxKeys: 3 }),
        fc.subarray(["a", "b", "z"]),
        fc.boolean(),
      )
      .map(([properties, required, isClosed]) =>
        object(
          properties,
          required.filter((name) => !isClosed || name in properties),
          isClosed ? closed : {},
        ),
      ),
    fc.record(
      {
        type: fc.constant("array"),
        items: tie("node"),
        minItems: fc.nat(1),
        maxItems: fc.integer({ min: 1, max: 3 }),
      },
      { requiredKeys: ["type", "items"] },
    ),
    fc.tuple(tie("node"), tie("node")).map((anyOf) => ({ anyOf })),
    fc
      .tuple(tie("node"), tie("node"))
      .map(([first, second]) => ({ allOf: [first, { anyOf: [second, first] }] })),
  ),
})).node;

test("random schemas: what is written parses and validates", () => {
  let complete = 0;
  const property = fc.property(
    schemas,
    fc.nat(1000),
    fc.boolean(),
    (schema, seed, anyWhitespace) => {
      const constraint = { kind: "json", schema, anyWhitespace } as const;
      try {
        host.matcher(constraint);
      } catch (error) {
        // Random bounds and intersections are often empty, or not combinable.
        expect((error as Error).message).toMatch(
          /no value that this engine can write|cannot combine|cannot be enforced/,
        );
        return;
      }
      const { text, isComplete } = randomWalk(host, vocabulary, constraint, seed, 40);
      if (!isComplete) return;
      complete++;
      if (!accepts(JSON.parse(text), schema as Schema, schema)) {
        throw new Error(`${text} does not satisfy ${JSON.stringify(schema)}`);
      }
    },
  );
  fc.assert(property, { seed: 3, numRuns: 300 });
  expect(complete).toBeGreaterThan(150);
});
