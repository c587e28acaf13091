import { expect, it } from "vitest";

import { loosenSchema } from "./loosen-schema.ts";

const options = { anyWhitespace: false, additionalProperties: true };
const city = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

it.each<[string, unknown, unknown]>([
  ["a schema that can be enforced", city, city],
  ["the text of one", JSON.stringify(city), city],
  [
    "a bound that can be enforced",
    { type: "integer", minimum: 3 },
    { type: "integer", minimum: 3 },
  ],
])("keeps %s", (_name, schema, same) => {
  expect(loosenSchema(schema, options)).toEqual(same);
});

it.each<[string, unknown, unknown]>([
  [
    "a keyword",
    { type: "array", items: { type: "string" }, contains: { const: "a" } },
    { type: "array", items: { type: "string" } },
  ],
  [
    "a keyword further in, and what is said beside it",
    { ...city, properties: { city: { type: "string", nullable: true, maxLength: 3 } } },
    city,
  ],
  [
    "alternatives that must not overlap",
    { oneOf: [{ type: "array", contains: {} }, { type: "null" }] },
    { anyOf: [{ type: "array" }, { type: "null" }] },
  ],
  [
    "a reference to elsewhere",
    { type: "object", properties: { a: { $ref: "https://example.com/a" } } },
    { type: "object", properties: { a: {} } },
  ],
  [
    "members that patterns name",
    { type: "object", patternProperties: { "^(?<=a)": {} }, additionalProperties: false },
    { type: "object" },
  ],
  ["a reference to nothing", { type: "object", $ref: "#/$defs/none" }, { type: "object" }],
  ["a type that is none", { type: "file" }, true],
  ["what is no schema", "{", true],
])("leaves out %s", (_name, schema, looser) => {
  expect(loosenSchema(schema, options)).toEqual(looser);
});
