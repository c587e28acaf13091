import type { SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { keywordsOfType } from "../prepare/vocabulary.ts";

/** One of the schemas that a value has to match all of. */
export interface Conjunct {
  readonly schema: SchemaObject;
  /** Where it stands below the schema that it is a part of; nowhere for its own keywords. */
  readonly at: readonly (string | number)[];
}

/**
 * A schema as the parts that each say something on their own: a value matches the schema where it
 * matches all of them. Annotations belong to the whole and are in none, and neither is what is
 * checked beside (`not`, `if`).
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

/** What a schema says by its type and the keywords of it, where that is more than others say. */
export function ownType(schema: SchemaKeywords): SchemaKeywords | undefined {
  const { type } = schema;
  if (type === undefined) return undefined;
  const types = typeof type === "string" ? [type] : type;
  const keywords = types.flatMap(keywordsOfType).filter((keyword) => schema[keyword] !== undefined);
  // What has its type from elsewhere says it once more, for the reader.
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
