import type { SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { typedKeywords } from "./vocabulary.ts";

type LookUp = (ref: string) => SchemaObject | undefined;

/**
 * The types that the keywords of a schema imply. By JSON Schema, a schema with `properties` also
 * accepts text; but its author means an object.
 */
export function impliedTypes(schema: SchemaKeywords): readonly string[] {
  return Object.entries(typedKeywords)
    .filter(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined))
    .map(([type]) => type);
}

/** The types that a schema's `$ref` and `allOf` name, if they do. */
export function typesThrough(
  schema: SchemaKeywords,
  lookUp: LookUp,
  depth = 0,
): readonly string[] | undefined {
  const parts: SchemaObject[] = [...(schema.allOf ?? [])];
  if (schema.$ref !== undefined) parts.push(lookUp(schema.$ref) ?? true);
  for (const part of parts) {
    if (typeof part === "boolean" || depth > maxDepth) continue;
    if (part.type !== undefined) return typeof part.type === "string" ? [part.type] : part.type;
    const found = typesThrough(part, lookUp, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** References in a circle name no type; the search stops at this depth. */
const maxDepth = 20;
