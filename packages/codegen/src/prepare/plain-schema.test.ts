import { describe, expect, test } from "vitest";
import type { SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { plainSchema } from "./plain-schema.ts";

const named: Readonly<Record<string, SchemaObject>> = {
  "#/Text": { type: ["string", "null"] },
};

function plain(schema: SchemaKeywords, isStrict = false) {
  const warnings: string[] = [];
  const warn = (pointer: string, message: string): number => warnings.push(`${pointer} ${message}`);
  const lookUp = (ref: string): SchemaObject | undefined => named[ref];
  return { schema: plainSchema(schema, { pointer: "#", isStrict, warn, lookUp }), warnings };
}

describe("a construct with several spellings gets one, without a warning", () => {
  test.each<[name: string, given: SchemaKeywords, want: SchemaObject]>([
    [
      "a schema that is plain already",
      { type: "string", minLength: 1 },
      { type: "string", minLength: 1 },
    ],
    ["a list of one type", { type: ["string"] }, { type: "string" }],
    ["members mean an object", { properties: {} }, { properties: {}, type: "object" }],
    ["items mean an array", { items: {} }, { items: {}, type: "array" }],
    ["lengths mean text", { maxLength: 1 }, { maxLength: 1, type: "string" }],
    ["bounds mean a number", { minimum: 1 }, { minimum: 1, type: "number" }],
    [
      "beside a reference, the type is the type of the target",
      { $ref: "#/Text", maxLength: 1 },
      { $ref: "#/Text", maxLength: 1, type: ["string", "null"] },
    ],
    [
      "a tuple of older drafts",
      { type: "array", items: [{}] as never },
      { type: "array", prefixItems: [{}] },
    ],
    ["a schema that matches nothing", { not: {}, description: "No." }, false],
    [
      "a name that is required twice",
      { type: "object", required: ["a", "a"] },
      { type: "object", required: ["a"] },
    ],
    ["a value that is listed twice", { enum: [1, 1, { a: 1 }, { a: 1 }] }, { enum: [1, { a: 1 }] }],
    [
      "bytes of 3.1",
      { type: "string", contentMediaType: "image/png" },
      { type: "string", contentMediaType: "image/png", format: "binary" },
    ],
    [
      "a text with a text media type is not bytes",
      { type: "string", contentMediaType: "application/json" },
      { type: "string", contentMediaType: "application/json" },
    ],
    [
      "unevaluatedProperties without other parts",
      { type: "object", unevaluatedProperties: false },
      { type: "object", additionalProperties: false },
    ],
    [
      "definitions, which already have names",
      { type: "string", $defs: { a: {} } },
      { type: "string" },
    ],
    [
      "a pattern that needs no `u`",
      { type: "string", pattern: "[\\w-:]" },
      { type: "string", pattern: "[\\w-:]" },
    ],
  ])("%s", (_, given, want) => {
    expect(plain(given)).toEqual({ schema: want, warnings: [] });
  });
});

describe("a warning reports what is left out", () => {
  test.each<[given: SchemaKeywords, want: SchemaObject, warning: RegExp]>([
    [
      { type: "string", minLength: "1" as never },
      { type: "string" },
      /^#\/minLength is not a number/,
    ],
    [
      { type: "string", pattern: "(" },
      { type: "string" },
      /^#\/pattern is not a regular expression/,
    ],
    [{ type: "string", pattern: "\\Aa\\z" }, { type: "string" }, /^#\/pattern has \\A, which/],
    [
      { type: "string", required: true as never },
      { type: "string" },
      /^#\/required must be a list of the names/,
    ],
    [{ type: "string", minimum: 1 }, { type: "string" }, /^#\/minimum does not apply to string/],
    [
      { type: "string", optional: true },
      { type: "string" },
      /^#\/optional is not a keyword of such/,
    ],
    [{ anyOf: [], type: "string" }, { type: "string" }, /^#\/anyOf has no branches/],
    [{ type: "any" }, {}, /^#\/type is not a type: any value/],
    [{ enum: [] }, false, /^#\/enum lists no values/],
    [
      { type: "array", items: {}, discriminator: { propertyName: "a" } },
      { type: "array", items: {} },
      /^#\/discriminator is not a keyword of such a schema/,
    ],
    [
      { type: ["string", "null"], enum: ["a"] },
      { type: ["string", "null"], enum: ["a", null] },
      /^#\/enum has no null, but `type` has/,
    ],
    [
      { type: "string", enum: ["a", null] },
      { type: ["string", "null"], enum: ["a", null] },
      /^#\/enum has null, but `type` has not/,
    ],
    [
      { type: "string", enum: [1] },
      { enum: [1] },
      /^#\/enum has values that are not of its `type`/,
    ],
    [
      { allOf: [{ type: "object" }], unevaluatedProperties: false, type: "object" },
      { allOf: [{ type: "object" }], type: "object" },
      /^#\/unevaluatedProperties is not checked/,
    ],
  ])("%j", (given, want, warning) => {
    const { schema, warnings } = plain(given);
    expect(schema).toEqual(want);
    expect(warnings).toEqual([expect.stringMatching(warning)]);
  });
});

test.each<[given: SchemaKeywords, message: RegExp]>([
  [{ enum: "a" as never }, /^#\/enum: must be a list/],
  [
    { type: "object", allOf: [{}], unevaluatedProperties: { type: "string" } },
    /^#\/unevaluatedProperties: is a schema beside/,
  ],
])("%j is refused", (given, message) => {
  expect(() => plain(given)).toThrow(message);
});

test("a strict document must already be plain", () => {
  expect(plain({ properties: {} }, true).schema).toEqual({ properties: {} });
  expect(() => plain({ type: "string", maxLength: "1" as never }, true)).toThrow(/is not a number/);
});
