import { beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import type { SchemaObject } from "../document/openapi.ts";
import { loadSchemas } from "../testing/load-schemas.ts";

const ref = (name: string): SchemaObject => ({ $ref: `#/components/schemas/${name}` });

const schemas: Record<string, SchemaObject> = {
  Required: { type: "object", required: ["any", "more"], properties: { any: {} } },
  Short: { type: "string", minLength: 2, maxLength: 3 },
  Pattern: { type: "string", pattern: "^\\p{L}/$" },
  Nullable: { type: ["string", "null"], enum: ["a", null] },
  Int64: { type: "integer", format: "int64" },
  Pair: { type: "array", prefixItems: [{ type: "string" }, {}], minItems: 2, maxItems: 2 },
  Inherited: {
    type: "object",
    properties: { constructor: { type: "string" }, toString: { type: "integer" } },
  },
  Closed: { type: "object", properties: { a: { type: "integer" } }, additionalProperties: false },
  Catchall: { type: "object", properties: { a: true }, additionalProperties: { type: "integer" } },
  Default: { type: "object", properties: { a: { type: "string", default: "b" } } },
  Unique: { type: "array", items: { type: "string" }, uniqueItems: true },
  Sized: { type: "object", minProperties: 1, maxProperties: 2 },
  Xor: { oneOf: [{ type: "integer" }, { type: "number", minimum: 10 }] },
  Base: { type: "object", required: ["a"], properties: { a: { type: "string" } } },
  Extended: { allOf: [ref("Base"), { type: "object", required: ["b"], properties: { b: {} } }] },
  Crossed: { allOf: [ref("Base"), ref("Extended"), { type: "object", minProperties: 3 }] },
  Leaf: { type: "object", required: ["kind"], properties: { kind: { const: "leaf" } } },
  Fork: {
    type: "object",
    required: ["kind", "left"],
    properties: { kind: { enum: ["fork", "branch"] }, left: ref("Tree") },
  },
  Tree: { oneOf: [ref("Leaf"), ref("Fork")], discriminator: { propertyName: "kind" } },
  Json: { anyOf: [{ type: ["string", "null"] }, { type: "array", items: ref("Json") }] },
  Maybe: { anyOf: [ref("Json"), ref("Tree")] },
};

let loaded: Readonly<Record<string, z.ZodType>>;
beforeAll(async () => {
  loaded = await loadSchemas(schemas);
});

describe("emitted schemas, loaded", () => {
  test.each<[name: string, valid: readonly unknown[], invalid: readonly unknown[]]>([
    ["Required", [{ any: null, more: 0, other: 1 }], [{}, { any: 1 }, { more: 1 }, null, []]],
    ["Short", ["ab", "😀😀😀"], ["a", "😀", "abcd", "😀😀😀😀", null]],
    ["Pattern", ["é/"], ["/", "ab/", 1]],
    ["Nullable", ["a", null], ["b", undefined, 1]],
    ["Int64", [0, -5, 2 ** 62], [0.5, "1", null]],
    ["Pair", [["a", null]], [["a"], ["a", 1, 2], [1, 1], {}]],
    ["Inherited", [{}, { constructor: "a", toString: 1 }], [{ constructor: 1 }, { toString: "a" }]],
    ["Closed", [{}, { a: 1 }], [{ b: 1 }, { a: 1.5 }, { a: 2 ** 60 }]],
    ["Catchall", [{ a: "x", b: 1 }], [{ a: 1, b: "x" }]],
    ["Default", [{}, { a: "c" }], [{ a: null }]],
    ["Unique", [[], ["a", "b"]], [["a", "a"]]],
    ["Sized", [{ a: 1 }, { a: 1, b: 2 }], [{}, { a: 1, b: 2, c: 3 }]],
    ["Xor", [1, 10.5], [11, 1.5, "1"]],
    ["Extended", [{ a: "", b: null, c: 1 }], [{ a: "" }, { b: 1 }]],
    ["Crossed", [{ a: "", b: null, c: 1 }], [{ a: "", b: 1 }]],
    [
      "Tree",
      [{ kind: "leaf" }, { kind: "fork", left: { kind: "branch", left: { kind: "leaf" } } }],
      [{ kind: "twig" }, { kind: "fork" }, { kind: "fork", left: { kind: "fork" } }, {}],
    ],
    ["Json", [null, "a", [["b"], null]], [1, [1], [[{}]]]],
    ["Maybe", [null, [], { kind: "leaf" }], [1, { kind: "twig" }]],
  ])("%s", (name, valid, invalid) => {
    const accepts = (value: unknown): boolean => loaded[name]?.safeParse(value).success ?? false;
    expect(valid.filter((value) => !accepts(value))).toEqual([]);
    expect(invalid.filter(accepts)).toEqual([]);
  });

  test("a default never fills in", () => {
    expect(loaded["Default"]?.parse({})).toEqual({});
  });
});
