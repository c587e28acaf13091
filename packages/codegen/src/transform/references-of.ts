import { isReference } from "../document/is-reference.ts";
import type { SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { at, members } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";

/** A named schema that another one refers to. */
export interface SchemaReference {
  readonly name: string;
  /** Whether there is a property between, so that a getter can delay the reference. */
  readonly isBelowProperty: boolean;
}

const schemaMembers: readonly string[] = [
  "additionalProperties",
  "propertyNames",
  "items",
  "prefixItems",
  "anyOf",
  "oneOf",
  "allOf",
];

/** All named schemas that a schema refers to directly, through any inline schemas. */
export function referencesOf(
  schema: SchemaObject,
  pointer: string,
  isBelowProperty = false,
): SchemaReference[] {
  if (typeof schema === "boolean") return [];
  const own = isReference(schema)
    ? [{ name: schemaName(schema.$ref, pointer), isBelowProperty }]
    : [];
  const inProperties = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    referencesOf(property, at(pointer, "properties", name), true),
  );
  const others = schemaMembers.flatMap((member) =>
    nested(schema, member).flatMap((child) =>
      referencesOf(child, at(pointer, member), isBelowProperty),
    ),
  );
  return [...own, ...inProperties, ...others];
}

/** The name in `#/components/schemas/<name>`. Throws `SpecError` for any other reference. */
export function schemaName(ref: string, pointer: string): string {
  const [first, second, name, ...more] = members(ref);
  const isSchema = ref.startsWith("#/") && first === "components" && second === "schemas";
  if (!isSchema || name === undefined || more.length > 0) {
    throw new SpecError(pointer, `refers to ${ref}; only #/components/schemas/<name> is supported`);
  }
  return name;
}

function nested(schema: SchemaKeywords, member: string): readonly SchemaObject[] {
  const value = schema[member];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as SchemaObject];
}
