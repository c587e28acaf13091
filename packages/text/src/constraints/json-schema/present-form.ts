import type { SchemaObject } from "./schema.ts";

import { describing } from "./annotations.ts";
import { isSchemaObject, schemaError } from "./schema.ts";

const maxNesting = 64;
/** Keywords whose members are schemas, and those that are one or a list of them. */
const mapsOfSchemas = [
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "dependencies",
];
const schemas = [
  "items",
  "prefixItems",
  "additionalItems",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
  "allOf",
  "anyOf",
  "oneOf",
];

/**
 * A schema in the terms of the newest draft: tuples and exclusive bounds of older ones are written in today's way, conditions and
 * dependencies as choices, and what only describes is left out.
 *
 * @throws TextError `invalid` where schemas are nested too deep
 */
export function presentForm(schema: unknown, nesting = 0): unknown {
  if (Array.isArray(schema)) return schema.map((each) => presentForm(each, nesting));
  if (!isSchemaObject(schema)) return schema;
  if (nesting > maxNesting) {
    throw schemaError("invalid", "", `schemas are nested more than ${maxNesting} deep.`);
  }
  if (nesting > 0 && typeof schema["$id"] === "string" && !schema["$id"].startsWith("#")) {
    // References within it would be meant to begin there.
    if (JSON.stringify(schema).includes('"$ref":"#')) {
      const message =
        "a schema with an $id of its own and references within. Leave the inner $id out.";
      throw schemaError("unsupported", "", message);
    }
  }
  const present: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (describing.has(keyword)) continue;
    if (mapsOfSchemas.includes(keyword) && isSchemaObject(value)) {
      const members = Object.entries(value).map(([name, part]) => [
        name,
        presentForm(part, nesting + 1),
      ]);
      present[keyword] = Object.fromEntries(members);
    } else if (schemas.includes(keyword)) present[keyword] = presentForm(value, nesting + 1);
    else present[keyword] = value;
  }
  rewriteTuple(present);
  rewriteExclusive(present, "exclusiveMinimum", "minimum");
  rewriteExclusive(present, "exclusiveMaximum", "maximum");
  rewriteCondition(present);
  rewriteDependencies(present);
  if (present["contains"] === undefined) {
    delete present["minContains"];
    delete present["maxContains"];
  }
  return present;
}

/** Until draft 2019-09 `items` with a list was what `prefixItems` is, and `additionalItems` what `items` is beside it. */
function rewriteTuple(schema: Record<string, unknown>): void {
  const { items, additionalItems } = schema;
  delete schema["additionalItems"];
  if (!Array.isArray(items)) return;
  delete schema["items"];
  if (items.length > 0) schema["prefixItems"] = items;
  if (additionalItems !== undefined) schema["items"] = additionalItems;
}

/** In draft 4 an exclusive bound was a flag beside the other one. */
function rewriteExclusive(
  schema: Record<string, unknown>,
  exclusive: string,
  inclusive: string,
): void {
  const flag = schema[exclusive];
  if (typeof flag !== "boolean") return;
  delete schema[exclusive];
  if (!flag || schema[inclusive] === undefined) return;
  schema[exclusive] = schema[inclusive];
  delete schema[inclusive];
}

function rewriteCondition(schema: Record<string, unknown>): void {
  const condition = schema["if"];
  const { then: consequence, else: otherwise } = schema;
  for (const keyword of ["if", "then", "else"]) delete schema[keyword];
  if (condition === undefined || (consequence === undefined && otherwise === undefined)) return;
  conjoin(schema, {
    anyOf: [
      { allOf: [condition, consequence ?? true] },
      { allOf: [{ not: condition }, otherwise ?? true] },
    ],
  });
}

/** Each dependency: the property is not there, or what depends on it holds. */
function rewriteDependencies(schema: Record<string, unknown>): void {
  for (const keyword of ["dependencies", "dependentRequired", "dependentSchemas"]) {
    const dependencies = schema[keyword];
    if (!isSchemaObject(dependencies)) continue;
    delete schema[keyword];
    for (const [name, dependent] of Object.entries(dependencies)) {
      const needed = Array.isArray(dependent) ? { required: dependent } : dependent;
      if (needed === true || (Array.isArray(dependent) && dependent.length === 0)) continue;
      conjoin(schema, {
        anyOf: [{ properties: { [name]: false } }, { allOf: [{ required: [name] }, needed] }],
      });
    }
  }
}

function conjoin(schema: Record<string, unknown>, part: SchemaObject): void {
  const { allOf } = schema;
  schema["allOf"] = [...(Array.isArray(allOf) ? (allOf as unknown[]) : []), part];
}
