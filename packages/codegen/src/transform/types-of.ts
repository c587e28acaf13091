import type { SchemaKeywords } from "../document/openapi.ts";

/** The JSON types in `type`, without `null`; empty if there is no `type`. */
export function typesOf({ type }: SchemaKeywords): readonly string[] {
  if (type === undefined) return [];
  const types = typeof type === "string" ? [type] : type;
  return types.filter((name) => name !== "null");
}

/** Whether `type` names `null`. */
export function allowsNull({ type }: SchemaKeywords): boolean {
  return type === "null" || (Array.isArray(type) && type.includes("null"));
}
