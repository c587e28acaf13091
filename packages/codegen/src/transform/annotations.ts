import type { SchemaKeywords } from "../document/openapi.ts";
import { SpecError } from "../document/spec-error.ts";
import type { SchemaKind, SchemaScope } from "./schema-kind.ts";

/** Keywords that say something to a reader and nothing about which values are valid. */
const annotations: ReadonlySet<string> = new Set([
  "$comment",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "default",
  "deprecated",
  "description",
  "example",
  "examples",
  "externalDocs",
  "readOnly",
  "summary",
  "title",
  "writeOnly",
  "xml",
]);

/** `format` is an annotation too: what a string has to look like is said by `pattern`. */
const described: readonly string[] = ["format"];

/**
 * The annotations of a schema that its zod counterpart carries as metadata, so that the emitted
 * document has them. Descriptions stay out: they are in the types and the bundled document.
 */
export function annotationsOf(schema: SchemaKeywords): Record<string, unknown> {
  const entries = Object.entries(schema).filter(
    ([name]) => isAnnotation(name) && name !== "description" && name !== "$comment",
  );
  return Object.fromEntries(entries);
}

/**
 * Throws `SpecError` for a keyword that nothing would come of: it would look as if it were held to.
 */
export function assertSupported(
  schema: SchemaKeywords,
  kind: SchemaKind,
  { pointer }: SchemaScope,
): void {
  for (const keyword of Object.keys(schema)) {
    if (keyword === "type" || isTakenCareOf(keyword, kind)) continue;
    throw new SpecError(pointer, `"${keyword}" is not supported on ${kind.name}`);
  }
}

/** Whether something comes of a keyword on a kind of schema, or nothing has to. */
export function isTakenCareOf(keyword: string, kind: SchemaKind): boolean {
  return kind.keywords.includes(keyword) || isAnnotation(keyword) || checked.has(keyword);
}

/** What is checked beside, whatever kind of schema it stands on. */
const checked: ReadonlySet<string> = new Set(["not", "if", "then", "else"]);

/** Whether a schema has nothing but annotations, so that every value is valid. */
export function isUnconstrained(schema: SchemaKeywords): boolean {
  return Object.keys(schema).every(isAnnotation);
}

/** Whether a keyword says something to a reader only. */
export function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || described.includes(keyword) || keyword.startsWith("x-");
}
