import type { Schema, SchemaObject } from "./schema.ts";

import { annotations } from "./annotations.ts";

/** The values that a schema under `not` lists, where that is all it does; null otherwise. */
export function excludedBy(forbidden: Schema): readonly unknown[] | null {
  if (typeof forbidden === "boolean") return null;
  const keywords = Object.keys(forbidden).filter((keyword) => !annotations.has(keyword));
  if (keywords.length === 0) return null;
  const { anyOf } = forbidden;
  if (keywords.length === 1 && Array.isArray(anyOf)) {
    const parts = anyOf.map((part) => excludedBy(part as Schema));
    return parts.every((part) => part !== null) ? parts.flat() : null;
  }
  if (keywords.length > 1) return null;
  if (Object.hasOwn(forbidden, "const")) return [forbidden["const"]];
  return Array.isArray(forbidden["enum"]) ? (forbidden["enum"] as unknown[]) : null;
}

/** The values that a schema excludes by `not`, of those that a test is true of. */
export function exclusionsOf<Value>(
  schema: SchemaObject,
  isMeant: (value: unknown) => value is Value,
): Value[] {
  const { not } = schema;
  if (not === undefined) return [];
  return (excludedBy(not as Schema) ?? []).filter((value) => isMeant(value));
}
