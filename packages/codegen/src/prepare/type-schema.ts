import type { Json, Named, SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { isAnnotation, isUnconstrained } from "../transform/annotations.ts";
import { conjunctsOf } from "../transform/conjuncts.ts";

/** A schema without valid values; its type is `never`. */
const nothing: SchemaKeywords = { enum: [] };

/**
 * Writes a schema in the form that openapi-typescript reads correctly: one kind of value, or an
 * `allOf` of such schemas. Its parts must already have that form.
 */
export function typeSchema(schema: SchemaKeywords): SchemaKeywords {
  const annotations = annotationsOf(schema);
  const all = conjunctsOf(schema).map(({ schema: part }) => plainPart(part));
  const hasValues = all.some((part) => part.enum !== undefined || part.const !== undefined);
  const telling = all.filter((part) => !isUnconstrained(part) && !(hasValues && isScalar(part)));
  const parts = telling.length === 0 ? all : telling;
  const [only] = parts;
  if (only === undefined) return annotations;
  if (parts.length === 1) return { ...annotations, ...only };
  return { ...annotations, allOf: parts };
}

/** A pattern does not change the type of text, and listed values already limit the type. */
function isScalar({ type, enum: values }: SchemaKeywords): boolean {
  const types = typeof type === "string" ? [type] : (type ?? []);
  const isStructured = types.includes("object") || types.includes("array");
  return types.length > 0 && !isStructured && values === undefined;
}

/** The annotations that are shown beside a type; examples only if they are short. */
function annotationsOf(schema: SchemaKeywords): SchemaKeywords {
  const shown = Object.entries(schema).filter(
    ([name, value]) =>
      isAnnotation(name) &&
      !hidden.has(name) &&
      !name.startsWith("x-") &&
      (!name.startsWith("example") || isShort(value)),
  );
  return Object.fromEntries(shown);
}

const hidden: ReadonlySet<string> = new Set(["externalDocs", "xml", "$comment", "contentSchema"]);

function isShort(example: unknown): boolean {
  const values: readonly unknown[] = Array.isArray(example) ? example : [example];
  return values.every((value) => typeof value !== "object" || value === null);
}

function plainPart(part: SchemaObject): SchemaKeywords {
  if (part === true) return {};
  if (part === false) return nothing;
  const { const: value, enum: values, anyOf, oneOf } = part;
  if (value !== undefined) return value === null ? { type: "null" } : { const: value };
  if (values !== undefined) return enumOf(values, part);
  const branches = anyOf ?? oneOf;
  if (branches !== undefined) return union(branches);
  if (part.type === undefined) return part;
  return ofType(part);
}

/** Keeps of the type only whether it is text, which a comment shows. */
function enumOf(values: readonly Json[], { type }: SchemaKeywords): SchemaKeywords {
  const hasObjects = values.some((value) => typeof value === "object" && value !== null);
  return type === undefined || hasObjects || type === "object"
    ? { enum: values }
    : { type, enum: values };
}

function union(branches: readonly SchemaObject[]): SchemaKeywords {
  const plain = branches.map(plainMember);
  const [only] = plain;
  if (only !== undefined && plain.length === 1) return only;
  return { anyOf: plain };
}

function ofType(schema: SchemaKeywords): SchemaKeywords {
  const { type } = schema;
  const types = typeof type === "string" ? [type] : (type ?? []);
  const structured = types.filter((name) => name === "object" || name === "array");
  // Each type on its own, because a list of types is read as if each type had all keywords.
  if (types.length > 1 && structured.length > 0) {
    const others = types.filter((name) => name !== "object" && name !== "array");
    return {
      anyOf: [
        ...structured.map((name) => ofType({ ...schema, type: name })),
        ...others.map((name) => ({ type: name })),
      ],
    };
  }
  if (types.includes("object")) return objectSchema(schema);
  return types.includes("array") ? arraySchema(schema) : schema;
}

function objectSchema(schema: SchemaKeywords): SchemaKeywords {
  const { properties = {}, required = [] } = schema;
  const rest = plainRest(schema);
  const unnamed = required.filter((name) => !Object.hasOwn(properties, name));
  const added = unnamed.map((name) => [name, typeof rest === "object" ? rest : {}] as const);
  return {
    type: "object",
    properties: { ...members(properties), ...Object.fromEntries(added) },
    ...(required.length === 0 ? {} : { required }),
    ...(rest === undefined ? {} : { additionalProperties: restBeside(properties, rest) }),
  };
}

/**
 * In TypeScript the type of other names applies to every name, so it must include the types of the
 * properties too.
 */
function restBeside(properties: Named<SchemaObject>, rest: SchemaObject): SchemaObject {
  const isOpen = typeof rest === "boolean" || isUnconstrained(rest);
  const own = Object.values(properties);
  return isOpen || own.length === 0 ? rest : union([rest, ...own]);
}

/** The type of members with other names; with several patterns, any of their types. */
function plainRest(schema: SchemaKeywords): SchemaObject | undefined {
  const { additionalProperties: rest, patternProperties } = schema;
  const hasProperties = Object.keys(schema.properties ?? {}).length > 0;
  const plain = typeof rest === "object" ? plainMember(rest) : rest;
  if (patternProperties === undefined) return plain;
  const patterns = Object.values(patternProperties as Named<SchemaObject>).map(plainMember);
  if (plain === false) return union(patterns);
  if (plain === undefined || plain === true) return hasProperties ? undefined : true;
  return union([...patterns, plain]);
}

function arraySchema(schema: SchemaKeywords): SchemaKeywords {
  const { prefixItems, items, minItems, maxItems } = schema;
  if (prefixItems === undefined) {
    return { type: "array", ...(items === undefined ? {} : { items: plainMember(items) }) };
  }
  return {
    type: "array",
    prefixItems: prefixItems.map(plainMember),
    ...(items === undefined ? {} : { items: plainMember(items) }),
    ...(minItems === undefined ? {} : { minItems }),
    ...(maxItems === undefined ? {} : { maxItems }),
  };
}

function members(properties: Named<SchemaObject>): Named<SchemaObject> {
  const entries = Object.entries(properties).map(([name, property]) => [
    name,
    plainMember(property),
  ]);
  return Object.fromEntries(entries) as Named<SchemaObject>;
}

function plainMember(schema: SchemaObject): SchemaKeywords {
  if (schema === true) return {};
  return schema === false ? nothing : schema;
}
