import type { SchemaPart, SchemaReader } from "@heddle/server-kit";
import { resolve, type Document, type Schema } from "./document.ts";

/**
 * Reads the schemas of a document as they are written, for the walk that finds members which no
 * schema names. The kit walks its own schemas; the suites compare the two.
 */
export function documentReader(
  document: Document,
  fits: SchemaReader<Schema>["fits"],
): SchemaReader<Schema> {
  return { read: (schema) => partsOf(document, schema), fits };
}

function partsOf(document: Document, schema: Schema): readonly SchemaPart<Schema>[] {
  const { $ref, allOf = [], anyOf, oneOf } = schema;
  // Such a value is passed on as it came.
  if (schema["x-raw-json"] !== undefined) return [];
  const also = [...($ref === undefined ? [] : [resolve(document, { $ref })]), ...allOf];
  const unions = [anyOf, oneOf].filter((branches) => branches !== undefined);
  return [
    ...also.map((one) => ({ kind: "also", schema: one }) as const),
    ...unions.map((branches) => ({ kind: "branches", branches }) as const),
    ...(describesMembers(schema) ? [objectPart(schema)] : []),
    ...(schema.items || schema.prefixItems ? [listPart(schema)] : []),
  ];
}

/** An object without a word on other members describes all that it has. */
function describesMembers(schema: Schema): boolean {
  const { type = [], properties, required, additionalProperties, patternProperties } = schema;
  const keywords = [properties, required, additionalProperties, patternProperties];
  return type === "object" || type.includes("object") || keywords.some((one) => one !== undefined);
}

function objectPart(schema: Schema): SchemaPart<Schema> {
  const { properties = {}, patternProperties = {}, additionalProperties = false } = schema;
  const { required = [] } = schema;
  const patterns = Object.entries(patternProperties).map(
    ([pattern, member]) => [new RegExp(pattern, "u"), member] as const,
  );
  return {
    kind: "object",
    member(name) {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const matching = patterns.flatMap(([pattern, one]) => (pattern.test(name) ? [one] : []));
      const named = [...(own ? [own] : []), ...matching];
      if (named.length > 0) return named;
      if (required.includes(name)) return [];
      if (additionalProperties === false) return undefined;
      return additionalProperties === true ? [] : [additionalProperties];
    },
  };
}

function listPart({ items, prefixItems = [] }: Schema): SchemaPart<Schema> {
  return {
    kind: "list",
    item(index) {
      const schema = prefixItems[index] ?? items;
      return schema ? [schema] : [];
    },
  };
}
