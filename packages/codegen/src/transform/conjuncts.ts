import type { SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { keywordsOfType } from "../prepare/vocabulary.ts";

/** One of several schemas that a value must all match. */
export interface Conjunct {
  readonly schema: SchemaObject;
  /** The place below the whole schema; empty for the schema's own keywords. */
  readonly at: readonly (string | number)[];
}

/**
 * Splits a schema into parts that can be checked on their own: a value matches the schema if it
 * matches all parts. Annotations belong to the whole schema and are in no part; nor are the
 * keywords that are checked separately (`not`, `if`).
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-7.7.1
 */
export function conjunctsOf(schema: SchemaKeywords): readonly Conjunct[] {
  const { $ref, allOf = [], anyOf, oneOf, discriminator } = schema;
  const parts: Conjunct[] = [];
  if ($ref !== undefined) parts.push({ schema: { $ref }, at: [] });
  const values = only(schema, ["type", "enum"]);
  if (schema.enum !== undefined) parts.push({ schema: values, at: [] });
  if (schema.const !== undefined) parts.push({ schema: only(schema, ["type", "const"]), at: [] });
  for (const [index, part] of allOf.entries()) parts.push({ schema: part, at: ["allOf", index] });
  const own = ownType(schema);
  if (own !== undefined) parts.push({ schema: own, at: [] });
  if (anyOf !== undefined) parts.push({ schema: { anyOf }, at: [] });
  if (oneOf !== undefined) {
    const tagged = discriminator === undefined ? {} : { discriminator };
    parts.push({ schema: { oneOf, ...tagged }, at: [] });
  }
  return parts;
}

/** The part with the type and the keywords for it, if it says more than the other parts. */
export function ownType(schema: SchemaKeywords): SchemaKeywords | undefined {
  const { type } = schema;
  if (type === undefined) return undefined;
  const types = typeof type === "string" ? [type] : type;
  const keywords = types.flatMap(keywordsOfType).filter((keyword) => schema[keyword] !== undefined);
  // If another part gives the type, a type without keywords is only a note for the reader.
  if (keywords.length === 0 && saysTypeElsewhere(schema)) return undefined;
  return only(schema, ["type", "format", ...keywords]);
}

function saysTypeElsewhere(schema: SchemaKeywords): boolean {
  const { $ref, allOf = [], anyOf, oneOf } = schema;
  if ($ref !== undefined || schema.enum !== undefined || schema.const !== undefined) return true;
  const isTyped = (part: SchemaObject): boolean =>
    typeof part === "object" && (part.type !== undefined || saysTypeElsewhere(part));
  return allOf.some(isTyped) || (anyOf ?? oneOf)?.every(isTyped) === true;
}

function only(schema: SchemaKeywords, keywords: readonly string[]): SchemaKeywords {
  const entries = Object.entries(schema).filter(([keyword]) => keywords.includes(keyword));
  return Object.fromEntries(entries);
}
