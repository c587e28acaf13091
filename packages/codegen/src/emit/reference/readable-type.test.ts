import { describe, expect, test } from "vitest";
import type { SchemaObject } from "../../document/openapi.ts";
import type { Links } from "./links.ts";
import { memberTable } from "./member-table.ts";
import { limitsOf, readableType } from "./readable-type.ts";

const links: Links = {
  schema: (name) => `[${name}]`,
  operation: (id) => id,
  resource: (name) => name,
  service: "service.md",
};
const named = (name: string): SchemaObject => ({ $ref: `#/components/schemas/${name}` });

describe("a type in words", () => {
  test.each<[string, SchemaObject, string]>([
    ["anything", true, "any JSON"],
    ["nothing", false, "nothing"],
    ["no keyword", { description: "x" }, "any JSON"],
    ["a named schema", named("Call"), "[Call]"],
    ["a format", { type: "integer", format: "int64" }, "integer (int64)"],
    ["null beside a type", { type: ["string", "null"] }, "string or null"],
    ["a value", { const: 1 }, "`1`"],
    ["values", { type: "string", enum: ["a", "b", null] }, '`"a"` or `"b"` or `null`'],
    ["an array", { type: "array", items: named("Call") }, "array of [Call]"],
    [
      "an array of several",
      { type: "array", items: { anyOf: [{ type: "string" }, named("Part")] } },
      "array of (string or [Part])",
    ],
    ["a tuple", { type: "array", prefixItems: [{ type: "string" }, true] }, "[string, any JSON]"],
    ["a map", { type: "object", additionalProperties: { type: "number" } }, "map of number"],
    ["an object", { type: "object", properties: { a: true } }, "object"],
    [
      "a union, each type once",
      { oneOf: [named("A"), named("A"), { type: "null" }] },
      "[A] or null",
    ],
    ["an open branch", { anyOf: [true, { type: "null" }] }, "any JSON or null"],
    ["all of", { allOf: [named("A"), named("B")] }, "[A] and [B]"],
    ["properties alone", { properties: {} }, "object"],
  ])("%s", (_what, schema, want) => {
    expect(readableType(schema, links)).toBe(want);
  });
});

test.each<[SchemaObject, readonly string[]]>([
  [{ type: "integer", minimum: 1, maximum: 9 }, ["at least 1", "at most 9"]],
  [{ type: "string", minLength: 3, maxLength: 3 }, ["exactly 3 characters"]],
  [{ type: "array", maxItems: 4, uniqueItems: true }, ["at most 4 items", "each once"]],
  [{ type: "string", pattern: "^a$", default: "a" }, ["matches `^a$`", 'default `"a"`']],
  [{ anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }] }, ["at least 0"]],
])("limits of %j", (schema, want) => {
  expect(limitsOf(schema)).toEqual(want);
});

test("members of inline objects, items, values and branches are listed with their paths", () => {
  const schema: SchemaObject = {
    type: "object",
    required: ["id"],
    properties: {
      id: { type: "string", description: "Its name.", minLength: 1 },
      filter: {
        anyOf: [{ type: "object", properties: { ids: named("Ids") } }, { type: "null" }],
      },
      rows: { type: "array", items: { type: "object", properties: { a: { type: "number" } } } },
      by_name: {
        type: "object",
        additionalProperties: { type: "object", required: ["n"], properties: { n: true } },
      },
    },
    allOf: [{ type: "object", properties: { more: { type: "boolean", deprecated: true } } }],
  };
  expect(memberTable(schema, links).join("").split("\n").slice(2)).toEqual([
    "| `id` | string | yes | Its name. At least 1 characters. |",
    "| `filter` | object or null |  |  |",
    "| `filter.ids` | [Ids] |  |  |",
    "| `rows` | array of object |  |  |",
    "| `rows[].a` | number |  |  |",
    "| `by_name` | map of object |  |  |",
    "| `by_name.<name>.n` | any JSON | yes |  |",
    "| `more` | boolean |  | Deprecated. |",
  ]);
});
