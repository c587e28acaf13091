import type { Schema, SchemaObject } from "./schema.ts";
import type { TypeName } from "./keywords.ts";

import { annotations } from "./annotations.ts";
import { typeNames, typesOf } from "./keywords.ts";
import { isPureReference, isSchemaObject, resolveReference, schemaAt } from "./schema.ts";

const maxAlternatives = 32;
const maxLevel = 16;
/** The bound that holds where another one does not. */
const opposite: Readonly<Record<string, readonly [keyword: string, step: number]>> = {
  minimum: ["exclusiveMaximum", 0],
  maximum: ["exclusiveMinimum", 0],
  exclusiveMinimum: ["maximum", 0],
  exclusiveMaximum: ["minimum", 0],
  minLength: ["maxLength", -1],
  maxLength: ["minLength", 1],
  minItems: ["maxItems", -1],
  maxItems: ["minItems", 1],
  minProperties: ["maxProperties", -1],
  maxProperties: ["minProperties", 1],
};
const typeOfBound = (keyword: string): TypeName => {
  if (keyword.endsWith("Length")) return "string";
  if (keyword.endsWith("Items")) return "array";
  return keyword.endsWith("Properties") ? "object" : "number";
};

/**
 * Schemas of which each allows only what a schema forbids, together nearly all of it: without numbers where integers are
 * forbidden, and of arrays whose items are forbidden only those whose first one is.
 *
 * @returns null where what is forbidden cannot be said by schemas this engine enforces
 */
export function negationOf(schema: Schema, root: unknown, level = 0): Schema[] | null {
  return negatedParts(schema, root, level, false);
}

/**
 * Schemas of which each allows only what a schema forbids, as many as can be said: those by types and required properties come
 * first.
 *
 * @param names properties of the objects in question: what a closed schema does not name forbids it
 */
export function someNegationOf(schema: Schema, names: readonly string[], root: unknown): Schema[] {
  const parts = negatedParts(schema, root, 0, true) ?? [];
  if (typeof schema === "boolean" || schema["additionalProperties"] !== false) return parts;
  if (schema["patternProperties"] !== undefined) return parts;
  const properties = isSchemaObject(schema["properties"]) ? schema["properties"] : {};
  const foreign = names.filter((name) => !Object.hasOwn(properties, name));
  return [...foreign.map((name) => ({ type: "object", required: [name] })), ...parts];
}

function negatedParts(
  schema: Schema,
  root: unknown,
  level: number,
  isPartial: boolean,
): Schema[] | null {
  if (schema === true) return [];
  if (schema === false) return [true];
  if (level > maxLevel) return null;
  if (isPureReference(schema)) {
    return negatedParts(resolveReference(root, schema["$ref"], ""), root, level + 1, isPartial);
  }
  const found: Schema[] = [];
  const isSimple = (keyword: string): boolean => keyword === "type" || keyword === "required";
  const entries = Object.entries(schema).filter(([keyword]) => !annotations.has(keyword));
  entries.sort(([a], [b]) => Number(isSimple(b)) - Number(isSimple(a)));
  for (const [keyword, value] of entries) {
    const part = negatedKeyword(keyword, value, schema, root, level + 1);
    if (part === null && isPartial) continue;
    if (part === null || found.length + part.length > maxAlternatives) return null;
    found.push(...part);
  }
  return found;
}

function negatedKeyword(
  keyword: string,
  value: unknown,
  schema: SchemaObject,
  root: unknown,
  level: number,
): Schema[] | null {
  const bound = opposite[keyword];
  if (bound !== undefined && typeof value === "number") {
    const limit = value + bound[1];
    return limit < 0 && bound[1] < 0 ? [] : [{ type: typeOfBound(keyword), [bound[0]]: limit }];
  }
  switch (keyword) {
    case "type": {
      const types = typesOf(schema, "");
      // What is a number and not an integer has no name.
      const isNumeric = types.includes("number") || types.includes("integer");
      const others = typeNames.filter(
        (type) => !types.includes(type) && type !== "integer" && !(type === "number" && isNumeric),
      );
      return others.length === 0 ? [] : [{ type: others }];
    }
    case "const":
      return [{ not: { enum: [value] } }];
    case "enum":
      return [{ not: { enum: value } }];
    case "required":
      return (value as readonly string[]).map((name) => ({
        type: "object",
        properties: { [name]: false },
      }));
    case "properties":
      return negatedProperties(value as SchemaObject, root, level);
    case "not":
      return [schemaAt(value, "")];
    case "allOf":
      return joined(value as readonly unknown[], root, level);
    case "anyOf":
      return crossed(value as readonly unknown[], root, level);
    case "additionalProperties":
      return value === true || (isSchemaObject(value) && Object.keys(value).length === 0)
        ? []
        : null;
    case "items": {
      const parts = negationOf(schemaAt(value, ""), root, level);
      const isTuple = schema["prefixItems"] !== undefined;
      if (parts === null || isTuple) return null;
      // The first one is enough to forbid the whole.
      return parts.map((part) => ({ type: "array", prefixItems: [part], minItems: 1 }));
    }
    default:
      return null;
  }
}

function negatedProperties(
  properties: SchemaObject,
  root: unknown,
  level: number,
): Schema[] | null {
  const found: Schema[] = [];
  for (const [name, part] of Object.entries(properties)) {
    const parts = negationOf(schemaAt(part, ""), root, level);
    if (parts === null) return null;
    for (const each of parts) {
      found.push({ type: "object", properties: { [name]: each }, required: [name] });
    }
  }
  return found;
}

/** Of each part one of the schemas that forbid it. */
function crossed(parts: readonly unknown[], root: unknown, level: number): Schema[] | null {
  let found: Schema[] = [true];
  for (const part of parts) {
    const negated = negationOf(schemaAt(part, ""), root, level);
    if (negated === null || found.length * negated.length > maxAlternatives) return null;
    found = found.flatMap((own) => negated.map((other) => ({ allOf: [own, other] })));
  }
  return found;
}

function joined(parts: readonly unknown[], root: unknown, level: number): Schema[] | null {
  const found: Schema[] = [];
  for (const part of parts) {
    const negated = negationOf(schemaAt(part, ""), root, level);
    if (negated === null) return null;
    found.push(...negated);
  }
  return found;
}
