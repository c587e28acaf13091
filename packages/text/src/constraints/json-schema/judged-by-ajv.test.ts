import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";

import { GrammarHost } from "../grammar-host.ts";
import { randomWalk } from "../testing/random-walk.ts";
import { byteVocabulary } from "../testing/vocabularies.ts";
import { presentForm } from "./present-form.ts";

const vocabulary = byteVocabulary();
const host = new GrammarHost(vocabulary);
/** Formats by other means than ours. */
const formats = {
  date: (text: string) => new Date(`${text}T00:00:00Z`).toISOString().startsWith(text),
  "date-time": (text: string) => !Number.isNaN(Date.parse(text)) && text.includes("T"),
  email: (text: string) => /^[^@\s.][^@\s]*@([a-z0-9-]+\.)+[a-z]+$/i.test(text),
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
};
const ajv = new Ajv2020({ strict: false, formats, ownProperties: true, logger: false });
const text = { type: "string" };
const whole = { type: "integer" };

function object(properties: object, required: string[] = [], further: object = {}): object {
  return { type: "object", properties, required, ...further };
}

/** Each with texts that must be accepted. */
test.each<[name: string, schema: object, accepted: string[]]>([
  [
    "optional fields and definitions",
    object(
      { name: text, home: { $ref: "#/$defs/home" }, age: { anyOf: [whole, { type: "null" }] } },
      ["name", "home"],
      { $defs: { home: object({ at: { title: "At", default: "x", ...text } }, ["at"]) } },
    ),
    ['{"name": "a", "home": {"at": "b"}, "age": null}'],
  ],
  [
    "a union told apart by a constant that need not be there",
    {
      oneOf: [
        object({ kind: { const: "cat" }, lives: whole }, ["lives"]),
        object({ kind: { const: "dog" }, barks: whole }, ["barks"]),
      ],
    },
    ['{"kind": "cat", "lives": 9}', '{"kind": "dog", "barks": 1}'],
  ],
  [
    "a tree and a list that ends",
    object({ next: { anyOf: [{ $ref: "#" }, { type: "null" }] }, all: { items: { $ref: "#" } } }),
    ['{"next": {"next": null}}'],
  ],
  [
    "a format beside a pattern with look-ahead",
    object(
      {
        to: {
          ...text,
          format: "email",
          pattern:
            "^(?!\\.)(?!.*\\.\\.)([a-z0-9_'+\\-\\.]*)[a-z0-9_+-]@([a-z0-9][a-z0-9\\-]*\\.)+[a-z]{2,}$",
        },
        id: { ...text, format: "uuid", pattern: "^[0-9a-f-]*-4[0-9a-f]{3}-[0-9a-f-]*$" },
        day: { ...text, format: "date", pattern: "^20[0-9-]+$" },
      },
      ["to", "id"],
    ),
    ['{"to": "a.b@c.de", "id": "00000000-0000-4000-8000-000000000000", "day": "2024-01-31"}'],
  ],
  [
    "a pattern with a length, two patterns, strings kept out",
    {
      prefixItems: [
        { ...text, pattern: "^[A-Z][a-z]+( [A-Z][a-z]+)*$", minLength: 3, maxLength: 9 },
        { allOf: [{ ...text, pattern: "^a.{0,4}$" }, { pattern: "^.*z$" }] },
        { ...text, not: { enum: ["a", "b\n"] }, maxLength: 3 },
      ],
      minItems: 3,
      maxItems: 3,
    },
    ['["Ab Cd", "a-z", "b"]', '["Abc", "az", ""]'],
  ],
  [
    "names of properties",
    object({
      free: { type: "object", propertyNames: text, additionalProperties: whole },
      listed: { type: "object", propertyNames: { enum: ["x", "y"] } },
      both: object({ a: text }, [], { patternProperties: { "^x-": whole, "^y-": text } }),
    }),
    ['{"free": {"k": 1}, "listed": {"x": null}, "both": {"a": "", "x-": 1, "y-": ""}}'],
  ],
  [
    "conditions and dependencies",
    object({ land: { enum: ["us", "nl"] }, code: text, a: text, b: text }, ["land"], {
      if: { properties: { land: { const: "us" } } },
      // oxlint-disable-next-line no-thenable -- a keyword of JSON Schema
      then: { properties: { code: { pattern: "^[0-9]{5}$" } } },
      else: { properties: { code: { pattern: "^[0-9]{4}$" } } },
      dependentRequired: { a: ["b"] },
    }),
    ['{"land": "us", "code": "12345"}', '{"land": "nl", "code": "1234", "a": "", "b": ""}'],
  ],
  [
    "exactly one of two properties",
    object({ a: text, b: text }, [], { oneOf: [{ required: ["a"] }, { required: ["b"] }] }),
    ['{"a": "x"}', '{"b": "x"}'],
  ],
  [
    "multiples, sets, numbers kept out",
    object({
      five: { ...whole, multipleOf: 5 },
      ten: { ...whole, multipleOf: 10, minimum: 0, maximum: 50 },
      set: { items: { enum: ["r", "g", "b"] }, uniqueItems: true, minItems: 1, maxItems: 2 },
      odd: { ...whole, minimum: 0, maximum: 9, not: { enum: [0, 4] } },
    }),
    ['{"five": -15, "ten": 50, "set": ["r", "b"], "odd": 3}', '{"ten": 0}'],
  ],
  [
    "nothing that was not spoken of",
    {
      allOf: [object({ a: text }, ["a"]), object({ b: whole }, ["b"])],
      unevaluatedProperties: false,
    },
    ['{"a": "x", "b": 1}'],
  ],
  [
    "an alternative that could only go on for ever",
    {
      anyOf: [{ const: 1 }, { $ref: "#/$defs/endless" }],
      $defs: { endless: object({ n: { $ref: "#/$defs/endless" } }, ["n"]) },
    },
    ["1"],
  ],
  [
    "at least one of many",
    object({ a: whole, b: whole, c: whole }, [], { minProperties: 1, additionalProperties: false }),
    ['{"b": 1}'],
  ],
])("%s", (_, schema, accepted) => {
  const isValid = ajv.compile(schema);
  const constraint = { kind: "json", schema } as const;
  for (const written of accepted) {
    expect([written, isValid(JSON.parse(written))]).toEqual([written, true]);
    const matcher = host.matcher(constraint);
    let isAccepted = true;
    for (const byte of [...Buffer.from(written), vocabulary.endTokens[0]!]) {
      isAccepted &&= matcher.accept(byte);
    }
    expect([written, isAccepted]).toEqual([written, true]);
  }
  for (let seed = 0; seed < 8; seed++) {
    const walk = randomWalk(host, vocabulary, constraint, seed, seed * 12);
    expect([walk.text, walk.isComplete]).toEqual([walk.text, true]);
    expect([walk.text, isValid(JSON.parse(walk.text))]).toEqual([walk.text, true]);
  }
});

test("what older drafts write is what today's write", () => {
  expect(presentForm({ items: [true, {}], additionalItems: false })).toEqual({
    prefixItems: [true, {}],
    items: false,
  });
  expect(presentForm({ items: {}, additionalItems: false })).toEqual({ items: {} });
  expect(presentForm({ minimum: 1, exclusiveMinimum: true, exclusiveMaximum: false })).toEqual({
    exclusiveMinimum: 1,
  });
  // oxlint-disable-next-line no-thenable -- a keyword of JSON Schema
  expect(presentForm({ properties: { title: { title: "x" } }, then: false })).toEqual({
    properties: { title: {} },
  });
});
