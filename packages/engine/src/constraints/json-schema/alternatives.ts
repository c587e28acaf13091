import type { Schema, SchemaObject } from "./schema.ts";

import { checkKeywords, typesOf } from "./keywords.ts";
import { mergeSchemas } from "./merge.ts";
import {
  isSameJson,
  isSchemaObject,
  pointerTo,
  resolveReference,
  schemaAt,
  schemaError,
} from "./schema.ts";

const maxCombining = 64;
const maxAlternatives = 512;

/**
 * The schemas without `$ref`, `allOf`, `anyOf` and `oneOf` that together allow what one with them does.
 *
 * @returns none where nothing is allowed
 * @throws EngineError as `checkKeywords` and `mergeSchemas` do, and `unsupported` for a `oneOf` whose branches overlap
 */
export function alternativesOf(
  schema: Schema,
  root: unknown,
  pointer: string,
): (SchemaObject | true)[] {
  const found = expanded(schema, root, pointer, 0);
  if (found.length > maxAlternatives) {
    throw schemaError("invalid", pointer, `more than ${maxAlternatives} alternatives.`);
  }
  return found;
}

function expanded(
  schema: Schema,
  root: unknown,
  pointer: string,
  level: number,
): (SchemaObject | true)[] {
  const combined = withoutReferences(schema, root, pointer, level);
  if (typeof combined === "boolean") return combined ? [true] : [];
  checkKeywords(combined, pointer);
  const keyword = combined["anyOf"] === undefined ? "oneOf" : "anyOf";
  const branches = combined[keyword] as readonly unknown[] | undefined;
  if (branches === undefined) return [combined];
  const { [keyword]: _, ...rest } = combined;
  const resolved = branches.map((branch, index) => {
    const at = pointerTo(pointer, keyword, index);
    return withoutReferences(schemaAt(branch, at), root, at, level + 1);
  });
  if (keyword === "oneOf") checkDisjoint(resolved, root, pointerTo(pointer, keyword));
  return resolved.flatMap((branch, index) => {
    const at = pointerTo(pointer, keyword, index);
    return expanded(mergeSchemas(rest, branch, at), root, at, level + 1);
  });
}

/** A schema with what `$ref` and `allOf` show at its top merged into it. */
function withoutReferences(schema: Schema, root: unknown, pointer: string, level: number): Schema {
  if (level > maxCombining) {
    throw schemaError("invalid", pointer, "schemas that refer to each other without end.");
  }
  if (typeof schema === "boolean") return schema;
  checkKeywords(schema, pointer);
  let combined: Schema = schema;
  if (schema["$ref"] !== undefined) {
    const { $ref: reference, ...rest } = schema;
    const target = resolveReference(root, reference, pointer);
    const at = pointerTo(pointer, "$ref");
    combined = mergeSchemas(rest, withoutReferences(target, root, at, level + 1), at);
  }
  if (typeof combined === "boolean" || combined["allOf"] === undefined) return combined;
  const { allOf, ...rest } = combined;
  let merged: Schema = rest;
  for (const [index, part] of (allOf as readonly unknown[]).entries()) {
    const at = pointerTo(pointer, "allOf", index);
    const resolved = withoutReferences(schemaAt(part, at), root, at, level + 1);
    merged = mergeSchemas(merged, resolved, at);
  }
  return withoutReferences(merged, root, pointer, level + 1);
}

/** `oneOf` demands that exactly one branch holds: a grammar can promise it only where no value satisfies two. */
function checkDisjoint(branches: readonly Schema[], root: unknown, pointer: string): void {
  for (const [index, branch] of branches.entries()) {
    for (const other of branches.slice(0, index)) {
      if (isDisjoint(branch, other, root, pointer, 0)) continue;
      throw schemaError(
        "unsupported",
        pointer,
        "branches of oneOf that are not told apart by type, const, enum or a required property with one of those cannot be enforced by this engine. Write anyOf instead.",
      );
    }
  }
}

function isDisjoint(a: Schema, b: Schema, root: unknown, pointer: string, level: number): boolean {
  if (a === false || b === false) return true;
  if (a === true || b === true || level > 4) return false;
  const own = a["const"] === undefined ? (a["enum"] as unknown[] | undefined) : [a["const"]];
  const other = b["const"] === undefined ? (b["enum"] as unknown[] | undefined) : [b["const"]];
  if (own !== undefined && other !== undefined) {
    return own.every((value) => !other.some((each) => isSameJson(value, each)));
  }
  if (a["type"] !== undefined && b["type"] !== undefined) {
    const numeric = (type: string): string => (type === "integer" ? "number" : type);
    const types = new Set(typesOf(a, pointer).map(numeric));
    if (!typesOf(b, pointer).some((type) => types.has(numeric(type)))) return true;
  }
  if (a["type"] !== "object" || b["type"] !== "object") return false;
  return isToldByProperty(a, b, root, pointer, level);
}

function isToldByProperty(
  a: SchemaObject,
  b: SchemaObject,
  root: unknown,
  pointer: string,
  level: number,
): boolean {
  const properties = isSchemaObject(a["properties"]) ? a["properties"] : {};
  const others = isSchemaObject(b["properties"]) ? b["properties"] : {};
  const isRequired = (schema: SchemaObject, name: string): boolean =>
    ((schema["required"] as unknown[] | undefined) ?? []).includes(name);
  return Object.keys(properties).some((name) => {
    if (!Object.hasOwn(others, name) || !isRequired(a, name) || !isRequired(b, name)) return false;
    const own = withoutReferences(schemaAt(properties[name], pointer), root, pointer, level);
    const other = withoutReferences(schemaAt(others[name], pointer), root, pointer, level);
    return isDisjoint(own, other, root, pointer, level + 1);
  });
}
