import { expect, test } from "vitest";
import { loadDocument } from "./load.ts";
import type { LoadedDocument } from "./load.ts";
import type { SchemaObject } from "./openapi.ts";

const target = { type: "object" };
const nullableTarget = { type: "string", nullable: true };

function loaded(openapi: string, schema: unknown): LoadedDocument {
  const schemas = { Schema: schema, Target: target, NullableTarget: nullableTarget };
  const info = { title: "A test", version: "1" };
  return loadDocument(JSON.stringify({ openapi, info, paths: {}, components: { schemas } }));
}

function upgraded(schema: unknown, openapi = "3.0.3"): SchemaObject | undefined {
  return loaded(openapi, schema).document.components?.schemas?.["Schema"];
}

const ref = { $ref: "#/components/schemas/Target" };
const nullableRef = { $ref: "#/components/schemas/NullableTarget" };
const none = { type: "null" };

test.each<[what: string, given: unknown, want: unknown]>([
  ["nullable", { type: "string", nullable: true }, { type: ["string", "null"] }],
  ["not nullable", { type: "string", nullable: false }, { type: "string" }],
  ["x-nullable", { type: "string", "x-nullable": true }, { type: ["string", "null"] }],
  ["nullable twice", { type: ["string", "null"], nullable: true }, { type: ["string", "null"] }],
  ["nullable without a type", { nullable: true, description: "Any." }, { description: "Any." }],
  [
    "nullable properties without a type",
    { properties: { a: {} }, nullable: true },
    { properties: { a: {} }, type: ["object", "null"] },
  ],
  [
    "nullable items without a type",
    { items: {}, nullable: true },
    { items: {}, type: ["array", "null"] },
  ],
  [
    "a nullable enum without null",
    { type: "string", enum: ["a"], nullable: true },
    { type: ["string", "null"], enum: ["a", null] },
  ],
  [
    "a nullable enum with null",
    { type: "string", enum: ["a", null], nullable: true },
    { type: ["string", "null"], enum: ["a", null] },
  ],
  ["nullable beside a reference", { ...ref, nullable: true }, { anyOf: [ref, none] }],
  [
    "nullable beside a reference, described",
    { ...ref, nullable: true, description: "A." },
    { description: "A.", anyOf: [ref, none] },
  ],
  [
    "nullable beside a reference to a nullable schema",
    { ...nullableRef, nullable: true },
    nullableRef,
  ],
  [
    "nullable allOf",
    { allOf: [ref], nullable: true, description: "A.", example: null, "x-a": 1 },
    { description: "A.", example: null, "x-a": 1, anyOf: [{ allOf: [ref] }, none] },
  ],
  [
    "nullable allOf with a type",
    { type: "object", allOf: [ref], nullable: true },
    { anyOf: [{ type: "object", allOf: [ref] }, none] },
  ],
  ["nullable anyOf", { anyOf: [ref], nullable: true }, { anyOf: [ref, none] }],
  ["nullable oneOf", { oneOf: [ref], nullable: true }, { oneOf: [ref, none] }],
  [
    "nullable oneOf of which one is nullable",
    { oneOf: [ref, nullableRef], nullable: true },
    { oneOf: [ref, nullableRef] },
  ],
  ["nullable const", { const: "a", nullable: true }, { anyOf: [{ const: "a" }, none] }],
  ["const, which 3.0 does not have", { const: "a" }, { const: "a" }],
  [
    "an exclusive bound",
    { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: false },
    { type: "number", exclusiveMinimum: 0, maximum: 1 },
  ],
  ["an exclusive bound without a bound", { exclusiveMaximum: true }, {}],
  ["an exclusive bound as in 3.1", { exclusiveMaximum: 1 }, { exclusiveMaximum: 1 }],
  ["a file", { type: "file" }, { type: "string", format: "binary" }],
  ["bytes", { type: "string", format: "binary" }, { type: "string", format: "binary" }],
  [
    "base64",
    { type: "string", format: "byte" },
    { type: "string", format: "byte", contentEncoding: "base64" },
  ],
  [
    "members that are ignored beside a reference",
    { ...ref, description: "A.", type: "string", default: 1, "x-a": 1 },
    { ...ref, description: "A." },
  ],
  ["an example", { type: "string", example: "a" }, { type: "string", example: "a" }],
  [
    "nested schemas",
    {
      properties: { nullable: { type: "string", nullable: true }, $ref: { type: "file" } },
      additionalProperties: { items: { type: "number", nullable: true } },
    },
    {
      properties: {
        nullable: { type: ["string", "null"] },
        $ref: { type: "string", format: "binary" },
      },
      additionalProperties: { items: { type: ["number", "null"] } },
    },
  ],
  [
    "data, which stays as it is",
    {
      example: { nullable: true, $ref: "#/a", type: "file" },
      default: { type: "string", nullable: true },
      enum: [{ exclusiveMinimum: true }],
      "x-schema": { type: "string", nullable: true },
    },
    {
      example: { nullable: true, $ref: "#/a", type: "file" },
      default: { type: "string", nullable: true },
      enum: [{ exclusiveMinimum: true }],
      "x-schema": { type: "string", nullable: true },
    },
  ],
])("%s", (_, given, want) => {
  expect(upgraded(given)).toEqual(want);
});

test("a document of 3.1 keeps members beside references, and may use nullable", () => {
  const given = {
    properties: { a: { ...ref, default: {} }, b: { type: "string", nullable: true } },
  };
  expect(upgraded(given, "3.1.0")).toEqual({
    properties: { a: { ...ref, default: {} }, b: { type: ["string", "null"] } },
  });
});

test("an upgraded document keeps its places and names its new version", () => {
  const { document, locate } = loaded("3.0.0", { ...ref, nullable: true });
  expect(document.openapi).toBe("3.1.1");
  const column = locate("#/components/schemas/Schema")?.column;
  expect(column).toBeGreaterThan(1);
  // The schema itself, without its name: its members are in a branch now.
  expect(locate("#/components/schemas/Schema/anyOf/0/$ref")?.column).toBeGreaterThan(column ?? 0);
  expect(loaded("3.1.0", ref).document.openapi).toBe("3.1.0");
});
