import type { SchemaKeywords } from "../document/openapi.ts";
import { SpecError } from "../document/spec-error.ts";
import type { SchemaKind, SchemaScope } from "./schema-kind.ts";

/** Keywords that inform a reader and do not change which values are valid. */
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

/** `format` is an annotation too; only `pattern` limits the text of a string. */
const described: readonly string[] = ["format"];

/**
 * The annotations that the zod schema carries as metadata, so that the emitted document has them.
 * Descriptions stay out: the types and the bundled document have them.
 */
export function annotationsOf(schema: SchemaKeywords): Record<string, unknown> {
  const entries = Object.entries(schema).filter(
    ([name]) => isAnnotation(name) && name !== "description" && name !== "$comment",
  );
  return Object.fromEntries(entries);
}

/**
 * Throws `SpecError` for a keyword without effect, since a reader would believe that it is checked.
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

/** Whether a keyword has an effect on a kind of schema, or needs none. */
export function isTakenCareOf(keyword: string, kind: SchemaKind): boolean {
  return kind.keywords.includes(keyword) || isAnnotation(keyword) || checked.has(keyword);
}

/** Keywords that are checked separately, on schemas of every kind. */
const checked: ReadonlySet<string> = new Set(["not", "if", "then", "else"]);

/** Whether a schema has only annotations, so that every value is valid. */
export function isUnconstrained(schema: SchemaKeywords): boolean {
  return Object.keys(schema).every(isAnnotation);
}

/** Whether a keyword only informs a reader. */
export function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || described.includes(keyword) || keyword.startsWith("x-");
}
