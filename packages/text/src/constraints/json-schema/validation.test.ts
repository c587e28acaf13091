import { expect, test } from "vitest";

import { accepts } from "./validation.ts";

test.each<[schema: object, yes: unknown[], no: unknown[]]>([
  [{ type: "integer" }, [1, 1.0], [1.5, "1", null]],
  [{ type: ["string", "null"] }, ["", null], [0]],
  [{ minimum: 1, exclusiveMaximum: 2 }, [1, 1.9, "x"], [0.9, 2]],
  [{ minLength: 1, maxLength: 2 }, ["😀😀", 5], ["", "abc"]],
  [{ pattern: "b" }, ["abc", 1], ["a"]],
  [{ enum: [{ a: [1] }, "x"] }, [{ a: [1] }, "x"], [{ a: [2] }, {}]],
  [{ const: null }, [null], [0]],
  [{ required: ["toString"] }, [{ toString: 1 }, []], [{}]],
  [
    { properties: { a: { type: "null" } }, additionalProperties: false },
    [{}, { a: null }],
    [{ a: 1 }, { b: null }],
  ],
  [
    { patternProperties: { "^a": { type: "null" } }, additionalProperties: { type: "string" } },
    [{ ab: null, b: "" }],
    [{ ab: "" }, { b: null }],
  ],
  [
    { prefixItems: [{ type: "null" }], items: { type: "string" } },
    [[], [null, "a"]],
    [["a"], [null, null]],
  ],
  [{ minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[], [1, 2, 3]]],
  [{ minProperties: 1, maxProperties: 1 }, [{ a: 1 }], [{}, { a: 1, b: 2 }]],
  [{ allOf: [{ type: "string" }, { maxLength: 1 }] }, ["a"], ["ab", 1]],
  [{ anyOf: [{ type: "string" }, { minimum: 3 }] }, ["a", 3], [2]],
  [{ oneOf: [{ minimum: 3 }, { maximum: 5 }] }, [2, 6], [4]],
  [{ $ref: "#/$defs/a", maximum: 2, $defs: { a: { minimum: 1 } } }, [1, 2], [0, 3]],
  [
    { properties: { next: { $ref: "#" } }, required: ["v"] },
    [{ v: 1, next: { v: 2 } }],
    [{ v: 1, next: {} }],
  ],
])("%j", (schema, yes, no) => {
  for (const value of yes)
    expect([value, accepts(value, schema as never, schema)]).toEqual([value, true]);
  for (const value of no)
    expect([value, accepts(value, schema as never, schema)]).toEqual([value, false]);
});
