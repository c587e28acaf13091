import { describe, expect, test } from "vitest";
import type { SchemaObject } from "../document/openapi.ts";
import { flat } from "../print/code.ts";
import { contextOf } from "../testing/context-of.ts";
import { schemaObject } from "./schema-object.ts";

const schemas: Record<string, SchemaObject> = {
  Name: { type: "string" },
  Cat: {
    type: "object",
    required: ["kind"],
    properties: { kind: { type: "string", const: "cat" }, lives: { type: "integer" } },
  },
  Dog: {
    type: "object",
    required: ["kind"],
    properties: { kind: { type: "string", enum: ["dog", "puppy"] } },
  },
  Anything: { description: "Any JSON value." },
  Choice: { anyOf: [{ type: "string" }, { type: "integer" }] },
  Maybe: { type: ["string", "null"] },
};

function zodOf(schema: SchemaObject): string {
  const context = contextOf({ schemas });
  return flat(schemaObject(schema, { context, pointer: "#", reference: (name) => name }));
}

const ref = (name: string): SchemaObject => ({ $ref: `#/components/schemas/${name}` });

describe("schemas in zod", () => {
  test.each<[given: SchemaObject, want: string | RegExp]>([
    [true, "z.unknown()"],
    [false, 'z.never().openapi({ type: "null", not: {} } as object)'],
    [{}, "z.unknown()"],
    [{ description: "Not in the code." }, "z.unknown()"],
    [ref("Name"), "Name"],
    [{ type: "null" }, "z.null()"],
    [{ type: "boolean" }, "z.boolean()"],
    [{ type: ["boolean", "null"] }, "z.boolean().nullable()"],

    [{ type: "string" }, "z.string()"],
    [{ type: "string", minLength: 1 }, "z.string().min(1)"],
    [
      { type: "string", minLength: 2 },
      'z.string().refine((text) => text.length >= 4 || [...text].length >= 2, "must have at least 2 characters").openapi({ minLength: 2 })',
    ],
    [
      { type: "string", maxLength: 9 },
      "z.string().refine((text) => text.length <= 9 || (text.length <= 18 && [...text].length <= 9), " +
        '"must have at most 9 characters").openapi({ maxLength: 9 })',
    ],
    [
      { type: "string", pattern: "^a/b$" },
      'z.string().regex(/^a\\/b$/u).openapi({ pattern: "^a/b$" })',
    ],
    [
      { type: "string", pattern: "^a/b$", title: "one as a/b" },
      'z.string().regex(/^a\\/b$/u, "Invalid input: expected one as a/b")' +
        '.openapi({ title: "one as a/b", pattern: "^a/b$" })',
    ],
    [{ type: "string", format: "uuid" }, 'z.string().openapi({ format: "uuid" })'],
    [
      { type: "string", format: "binary" },
      'z.unknown().openapi({ format: "binary", type: "string" })',
    ],

    [{ type: "number" }, "z.number()"],
    [{ type: "number", minimum: 0, exclusiveMaximum: 1 }, "z.number().min(0).lt(1)"],
    [{ type: "number", exclusiveMinimum: 0, maximum: 1 }, "z.number().max(1).gt(0)"],
    [
      { type: "number", multipleOf: 0.5 },
      "z.number().multipleOf(0.5).openapi({ multipleOf: 0.5 })",
    ],
    [{ type: "integer" }, "z.int()"],
    [{ type: ["integer", "null"], minimum: 1 }, "z.int().min(1).nullable()"],
    [
      { type: "integer", format: "int32" },
      'z.int32().openapi({ format: "int32", type: "integer" })',
    ],
    [
      { type: ["integer", "null"], format: "int64", minimum: 0 },
      'z.number().refine(Number.isInteger, "must be an integer").min(0).nullable()' +
        '.openapi({ format: "int64", type: ["integer", "null"], minimum: 0 })',
    ],

    [{ type: "string", const: "a" }, 'z.literal("a")'],
    [
      { type: "boolean", const: true },
      'z.literal([true]).openapi({ type: "boolean", enum: [true] })',
    ],
    [{ const: null }, "z.null()"],
    [{ type: "string", enum: ["a", "b"] }, 'z.enum(["a", "b"])'],
    [{ type: ["string", "null"], enum: ["a", null] }, 'z.enum(["a"]).nullable()'],
    [
      { type: "integer", enum: [1, 2] },
      'z.literal([1, 2]).openapi({ type: "integer", enum: [1, 2] })',
    ],

    [{ type: "array", items: ref("Name") }, "z.array(Name)"],
    [{ type: "array" }, "z.array(z.unknown())"],
    [
      { type: "array", items: true, minItems: 1, maxItems: 2 },
      "z.array(z.unknown()).min(1).max(2)",
    ],
    [
      { type: "array", items: ref("Name"), uniqueItems: true },
      "z.array(Name).refine((items) => new Set(items).size === items.length, " +
        '"must not repeat an item").openapi({ uniqueItems: true })',
    ],
    [
      { type: "array", prefixItems: [ref("Name"), true], minItems: 2, maxItems: 2 },
      "z.tuple([Name, z.unknown()]).openapi({ minItems: 2, maxItems: 2 })",
    ],
    [
      { type: "array", prefixItems: [ref("Name")], minItems: 1 },
      "z.tuple([Name], z.unknown()).openapi({ minItems: 1 })",
    ],

    [{ type: "object", additionalProperties: true }, "z.record(z.string(), z.unknown())"],
    [{ type: "object" }, "z.looseObject({})"],
    [{ type: "object", minProperties: 1, additionalProperties: {} }, /^z\.record\(/],
    [{ type: "object", patternProperties: { "^x-": true } }, /^z\.record\(/],
    [{ type: "object", additionalProperties: ref("Name") }, "z.object({}).catchall(Name)"],
    [
      { type: ["object", "null"], additionalProperties: true, maxProperties: 2 },
      "z.record(z.string(), z.unknown()).refine((value) => Object.keys(value).length <= 2, " +
        '"must have at most 2 properties").nullable().openapi({ maxProperties: 2 })',
    ],
    [
      { type: "object", propertyNames: { type: "string", minLength: 1 } },
      "z.record(z.string().min(1), z.unknown())" +
        '.openapi({ propertyNames: { type: "string", minLength: 1 } } as object)',
    ],
    [{ type: "object", additionalProperties: false }, "z.strictObject({})"],
    [
      { type: "object", required: ["a"], properties: { a: ref("Name"), "b-c": ref("Name") } },
      'z.looseObject({ a: Name, "b-c": Name.optional() })',
    ],
    [
      { type: "object", properties: { a: ref("Name") }, additionalProperties: false },
      "z.strictObject({ a: Name.optional() })",
    ],
    [
      { type: "object", properties: { a: ref("Name") }, additionalProperties: ref("Name") },
      "z.object({ a: Name.optional() }).catchall(Name)",
    ],
    [
      { type: "object", properties: { a: ref("Name") }, additionalProperties: true },
      "z.object({ a: Name.optional() }).catchall(z.any())",
    ],
    [
      { type: "object", properties: { a: ref("Name") }, patternProperties: { "^x-": true } },
      /^z\.object\(\{ a: Name\.optional\(\) \}\)\.catchall\(z\.any\(\)\)\.superRefine/,
    ],
    [
      { type: "object", required: ["a", "b"], properties: { a: {}, b: { type: "string" } } },
      'z.looseObject({ a: z.unknown(), b: z.string() }).openapi({ required: ["a", "b"] })',
    ],
    [
      { type: "object", required: ["a"], properties: { a: ref("Anything") } },
      'z.looseObject({ a: Anything }).openapi({ required: ["a"] })',
    ],
    [
      { type: "object", required: ["a"] },
      'z.looseObject({ a: z.unknown() }).openapi({ required: ["a"] })',
    ],
    [
      { type: "object", properties: { a: { type: "integer", default: 3 } } },
      "z.looseObject({ a: z.int().openapi({ default: 3 }).optional() })",
    ],

    [
      { type: ["string", "integer"] },
      'z.union([z.string(), z.int()]).openapi({ type: ["string", "integer"] })',
    ],
    [{ anyOf: [ref("Cat"), { type: "null" }] }, "z.union([Cat, z.null()])"],
    [{ anyOf: [ref("Choice"), { type: "null" }] }, "z.union([z.lazy(() => Choice), z.null()])"],
    [{ anyOf: [ref("Maybe"), ref("Cat")] }, "z.union([z.lazy(() => Maybe), Cat])"],
    [
      { oneOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
      'z.union([z.string(), z.array(z.string())]).openapi({}, { unionPreferredType: "oneOf" })',
    ],
    [
      { oneOf: [{ type: "integer" }, { type: "number" }] },
      'z.xor([z.int(), z.number()]).openapi({}, { unionPreferredType: "oneOf" })',
    ],
    [
      { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } },
      'z.discriminatedUnion("kind", [Cat, Dog])',
    ],
    [
      { oneOf: [ref("Cat"), { type: "null" }], discriminator: { propertyName: "kind" } },
      'z.discriminatedUnion("kind", [Cat]).nullable()',
    ],

    [{ allOf: [ref("Name")] }, "Name"],
    [
      {
        allOf: [ref("Cat"), { type: "object", required: ["age"], properties: { age: true } }],
      },
      "Cat.extend({ age: z.unknown() })",
    ],
    [
      { allOf: [ref("Cat")], type: "object", properties: { age: { type: "integer" } } },
      "Cat.extend({ age: z.int().optional() })",
    ],
    [{ allOf: [ref("Cat")], type: "object", additionalProperties: true }, "Cat.catchall(z.any())"],
    [
      { allOf: [ref("Cat"), { type: "object", properties: { a: {} }, "x-note": 1 }] },
      'z.intersection(Cat, z.looseObject({ a: z.unknown().optional() }).openapi({ "x-note": 1 }))',
    ],
    [{ allOf: [ref("Cat"), ref("Dog")] }, "z.intersection(Cat, Dog)"],
    [
      { allOf: [ref("Cat"), { type: "object", properties: { lives: { type: "integer" } } }] },
      "z.intersection(Cat, z.looseObject({ lives: z.int().optional() }))",
    ],

    [
      { $ref: "#/components/schemas/Name", type: "string", minLength: 1 },
      "z.intersection(Name, z.string().min(1))",
    ],
    [
      { type: "object", properties: { a: true }, anyOf: [ref("Cat"), ref("Dog")] },
      "z.intersection(z.looseObject({ a: z.unknown().optional() }), z.union([Cat, Dog]))",
    ],
    [
      { type: "object", anyOf: [ref("Cat"), { type: "object" }] },
      /^z\.union\(\[Cat, z\.looseObject/,
    ],
    [
      { type: "string", anyOf: [{ format: "uri" }, { format: "email" }] },
      /^z\.intersection\(z\.string\(\), z\.union/,
    ],
    [
      { type: ["string", "integer"], minLength: 1, minimum: 2 },
      "z.union([z.string().min(1), z.int().min(2)])",
    ],
    [
      { type: "string", not: { enum: ["me"] } },
      'z.string().superRefine(keywords.not(() => z.enum(["me"]))).openapi({ not: { enum: ["me"] } } as object)',
    ],
    [
      // oxlint-disable-next-line unicorn/no-thenable -- the keyword's name
      { type: "object", if: ref("Cat"), then: ref("Dog") },
      /^z\.record\(.*\)\.superRefine\(keywords\.when\(\(\) => Cat, \(\) => Dog, \(\) => z\.unknown\(\)\)\)/,
    ],
    [
      { type: "array", items: {}, uniqueItems: true },
      "z.array(z.unknown()).superRefine(keywords.unique()).openapi({ uniqueItems: true })",
    ],
    [
      { type: "array", contains: ref("Name"), maxContains: 2 },
      /superRefine\(keywords\.contains\(\(\) => Name, 1, 2\)\)/,
    ],
    [
      { type: "object", patternProperties: { "^x-": ref("Name") }, additionalProperties: false },
      /^z\.record\(.*superRefine\(keywords\.properties\(\[\], \[\[\/\^x-\/u, \(\) => Name\]\], \(\) => z\.never\(\)\.openapi/,
    ],
    [
      {
        type: "object",
        properties: { a: ref("Name") },
        propertyNames: { maxLength: 3, type: "string" },
      },
      /superRefine\(keywords\.propertyNames\(\(\) => z\.string\(\)/,
    ],
    [
      { type: "object", dependentRequired: { a: ["b"] } },
      /superRefine\(keywords\.dependentRequired\(\{ a: \["b"\] \}\)\)/,
    ],
    [
      { type: "object", dependentSchemas: { a: ref("Cat") } },
      /superRefine\(keywords\.dependentSchemas\(\{ a: \(\) => Cat \}\)\)/,
    ],
    [
      { const: { a: 1 } },
      "z.unknown().superRefine(keywords.equal([{ a: 1 }])).openapi({ enum: [{ a: 1 }] })",
    ],

    [{ type: "string", "x-raw-json": true }, "keywords.rawJson(z.string())"],
    [
      { type: "string", examples: ["a"], "x-raw-json": true },
      'keywords.rawJson(z.string().openapi({ examples: ["a"] }))',
    ],
    [{ $ref: "#/components/schemas/Cat", "x-raw-json": true }, "keywords.rawJson(Cat)"],
    [{ $ref: "#/components/schemas/Cat", description: "This cat." }, "Cat"],
  ])("%j", (given, want) => {
    if (typeof want === "string") expect(zodOf(given)).toBe(want);
    else expect(zodOf(given)).toMatch(want);
  });
});

describe("a schema that zod cannot check is refused, with its place", () => {
  test.each<[given: SchemaObject, message: RegExp]>([
    [{ type: "string", minimum: 1 }, /^#: "minimum" is not supported on a string$/],
    [{ properties: {} }, /^#: "properties" is not supported on a schema without type$/],
    [
      { allOf: [ref("Cat"), { type: "object", properties: { a: { type: "text" } } }] },
      /^#\/allOf\/1\/properties\/a\/type: "text" is not a type/,
    ],
    [
      { type: "object", properties: { "a/b": { type: "array", items: { minimum: 1 } } } },
      /^#\/properties\/a~1b\/items: "minimum" is not supported on a schema without type/,
    ],
    [{ type: "array", contentSize: 1 }, /"contentSize" is not supported on an array/],
    [{ enum: [] }, /^#\/enum: lists no values/],
    [{ type: "text" }, /^#\/type: "text" is not a type/],
    [{ type: "string", pattern: "(" }, /^#\/pattern: /],
    [{ type: ["string", "null"], enum: ["a"] }, /^#\/enum: has null in only one/],
    [{ type: "string", enum: ["a", "a"] }, /repeats a value/],
    [{ type: ["string", "null"], const: "a" }, /^#\/const: rules out the null/],
    [{ type: "array", prefixItems: [true] }, /needs minItems: 1/],
    [{ anyOf: [] }, /^#\/anyOf: has no branches/],
    [{ $ref: "#/components/schemas/None" }, /None, which is missing/],
    [{ $ref: "#/components/responses/None" }, /only #\/components\/schemas/],
    [
      { type: "object", properties: { ["__proto__"]: { type: "string" } } },
      /cannot be the name of a property/,
    ],
    [
      { oneOf: [ref("Cat"), ref("Cat")], discriminator: { propertyName: "kind" } },
      /^#\/oneOf\/1: shares the tag "cat"/,
    ],
    [
      { oneOf: [ref("Cat")], discriminator: { propertyName: "lives" } },
      /must be an object that requires "lives"/,
    ],
    [
      {
        oneOf: [ref("Cat"), ref("Dog")],
        discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Dog" } },
      },
      /mapping\/cat: leads to .*Dog, which does not have that tag/,
    ],
  ])("%j", (given, message) => {
    expect(() => zodOf(given)).toThrow(message);
  });
});
