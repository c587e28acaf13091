import type { SchemaObject } from "./schema.ts";

import { isSchemaObject, pointerTo, schemaError } from "./schema.ts";

/** Types of JSON values; `integer` is a number without fraction. */
export const typeNames = [
  "object",
  "array",
  "string",
  "number",
  "integer",
  "boolean",
  "null",
] as const;
export type TypeName = (typeof typeNames)[number];

/** Keywords that say something of values of one type alone: where `type` is left out they tell which is meant. */
const keywordsOfType: Readonly<Record<string, readonly string[]>> = {
  object: [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "minProperties",
    "maxProperties",
    "propertyNames",
  ],
  array: ["items", "prefixItems", "minItems", "maxItems", "uniqueItems"],
  string: ["minLength", "maxLength", "pattern", "format"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
};

/** Keywords whose meaning a grammar without memory cannot hold, or that we do not translate. */
const refused: readonly string[] = [
  "contains",
  "minContains",
  "maxContains",
  "$dynamicRef",
  "$recursiveRef",
  "extends",
  "disallow",
  "divisibleBy",
  "nullable",
];

const countKeywords = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
];

/**
 * Refuses what would not be enforced, and values that no keyword may have.
 *
 * @throws TextError `unsupported` naming the keyword and where it stands, `invalid` for a malformed one
 */
export function checkKeywords(schema: SchemaObject, pointer: string): void {
  for (const keyword of refused) {
    if (Object.hasOwn(schema, keyword)) refuse(keyword, pointer);
  }
  const { multipleOf } = schema;
  if (multipleOf !== undefined && !(typeof multipleOf === "number" && multipleOf > 0)) {
    throw schemaError("invalid", pointer, "multipleOf must be a number above 0.");
  }
  for (const keyword of countKeywords) {
    const value = schema[keyword];
    if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0)) continue;
    throw schemaError("invalid", pointer, `${keyword} must be a whole number, 0 or more.`);
  }
  for (const keyword of keywordsOfType["number"]!) {
    const value = schema[keyword];
    if (value !== undefined && !Number.isFinite(value)) {
      throw schemaError("invalid", pointer, `${keyword} must be a number.`);
    }
  }
  checkShapes(schema, pointer);
}

function refuse(keyword: string, pointer: string): never {
  throw schemaError(
    "unsupported",
    pointerTo(pointer, keyword),
    `the keyword ${keyword} cannot be enforced by this engine. Leave it out and check it afterwards.`,
  );
}

function checkShapes(schema: SchemaObject, pointer: string): void {
  for (const keyword of ["properties", "patternProperties", "$defs", "definitions"]) {
    if (schema[keyword] !== undefined && !isSchemaObject(schema[keyword])) {
      throw schemaError("invalid", pointer, `${keyword} must be an object.`);
    }
  }
  for (const keyword of ["anyOf", "oneOf", "allOf", "enum"]) {
    const value = schema[keyword];
    if (value !== undefined && !(Array.isArray(value) && value.length > 0)) {
      throw schemaError("invalid", pointer, `${keyword} must be a list with at least one entry.`);
    }
  }
  const { required, pattern, format, items, prefixItems } = schema;
  if (
    required !== undefined &&
    !(Array.isArray(required) && required.every((name) => typeof name === "string"))
  ) {
    throw schemaError("invalid", pointer, "required must be a list of strings.");
  }
  if (pattern !== undefined && typeof pattern !== "string") {
    throw schemaError("invalid", pointer, "pattern must be a string.");
  }
  if (format !== undefined && typeof format !== "string") {
    throw schemaError("invalid", pointer, "format must be a string.");
  }
  if (prefixItems !== undefined && !Array.isArray(prefixItems)) {
    throw schemaError("invalid", pointer, "prefixItems must be a list of schemas.");
  }
  if (Array.isArray(items)) {
    throw schemaError(
      "unsupported",
      pointer,
      "items with a list of schemas comes from an older draft; write prefixItems instead.",
    );
  }
  typesOf(schema, pointer);
}

/**
 * The types that a schema allows: those it names, else those that its keywords are about, else all.
 *
 * @throws TextError `invalid` for a type that JSON does not have
 */
export function typesOf(schema: SchemaObject, pointer: string): readonly TypeName[] {
  const { type } = schema;
  if (type !== undefined) {
    const named: readonly unknown[] = Array.isArray(type) ? type : [type];
    for (const name of named) {
      if (!typeNames.includes(name as TypeName)) {
        throw schemaError("invalid", pointer, `${JSON.stringify(name)} is not a type.`);
      }
    }
    return named as readonly TypeName[];
  }
  const implied = Object.keys(keywordsOfType).filter((name) =>
    keywordsOfType[name]!.some((keyword) => schema[keyword] !== undefined),
  );
  if (implied.length > 0) return implied as TypeName[];
  return typeNames.filter((name) => name !== "integer");
}
