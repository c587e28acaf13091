import type { Schema, SchemaObject } from "./schema.ts";

import { typesOf } from "./keywords.ts";
import { isSchemaObject, isPureReference, resolveReference, schemaAt } from "./schema.ts";
import { accepts } from "./validation.ts";

const maxLevel = 8;

/** Whether it can be told that no value satisfies both schemas. */
export function areDisjoint(
  a: Schema,
  b: Schema,
  root: unknown,
  pointer: string,
  level = 0,
): boolean {
  if (a === false || b === false) return true;
  if (a === true || b === true || level > maxLevel) return false;
  const inner = (first: unknown, second: unknown): boolean =>
    areDisjoint(schemaAt(first, pointer), schemaAt(second, pointer), root, pointer, level + 1);
  for (const [schema, other] of [
    [a, b],
    [b, a],
  ] as const) {
    if (isPureReference(schema))
      return inner(resolveReference(root, schema["$ref"], pointer), other);
    const listed = Object.hasOwn(schema, "const") ? [schema["const"]] : schema["enum"];
    if (Array.isArray(listed)) {
      return listed.every((value) => !accepts(value, other, root, pointer, 0, "any"));
    }
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = schema[keyword];
      if (Array.isArray(branches) && branches.every((branch) => inner(branch, other))) return true;
    }
    const parts = schema["allOf"];
    if (Array.isArray(parts) && parts.some((part) => inner(part, other))) return true;
  }
  if (a["type"] === undefined || b["type"] === undefined) return false;
  const shared = sharedTypes(a, b, pointer);
  return shared.every((type) => {
    if (type === "number") return areBoundsDisjoint(a, b) || areBoundsDisjoint(b, a);
    return type === "object" && (isToldByProperty(a, b, inner) || isToldByProperty(b, a, inner));
  });
}

function sharedTypes(a: SchemaObject, b: SchemaObject, pointer: string): string[] {
  const numeric = (type: string): string => (type === "integer" ? "number" : type);
  const types = new Set(typesOf(a, pointer).map(numeric));
  return typesOf(b, pointer)
    .map(numeric)
    .filter((type) => types.has(type));
}

function areBoundsDisjoint(lower: SchemaObject, upper: SchemaObject): boolean {
  const { maximum, exclusiveMaximum } = lower;
  const { minimum, exclusiveMinimum } = upper;
  const isAbove = (low: unknown, high: unknown, isEqualEnough: boolean): boolean =>
    typeof low === "number" &&
    typeof high === "number" &&
    (low > high || (isEqualEnough && low === high));
  return (
    isAbove(minimum, maximum, false) ||
    isAbove(minimum, exclusiveMaximum, true) ||
    isAbove(exclusiveMinimum, maximum, true) ||
    isAbove(exclusiveMinimum, exclusiveMaximum, true)
  );
}

/** A property that one requires and the other does not allow, or only with other values, tells objects apart. */
function isToldByProperty(
  a: SchemaObject,
  b: SchemaObject,
  areApart: (first: unknown, second: unknown) => boolean,
): boolean {
  const required = Array.isArray(a["required"]) ? (a["required"] as string[]) : [];
  const properties = isSchemaObject(a["properties"]) ? a["properties"] : {};
  const others = isSchemaObject(b["properties"]) ? b["properties"] : {};
  return required.some((name) => {
    if (Object.hasOwn(others, name)) {
      const own = Object.hasOwn(properties, name) ? properties[name] : true;
      return areApart(own, others[name]);
    }
    return b["additionalProperties"] === false && b["patternProperties"] === undefined;
  });
}
