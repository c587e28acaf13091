import type { DiscriminatorObject, SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import type { SchemaScope } from "./schema-kind.ts";

/**
 * Throws `SpecError` unless the tag distinguishes the branches: every branch is an object that
 * requires the tag, with string values that no other branch has and that agree with the mapping.
 *
 * A tag that may be missing or null needs an `anyOf` without discriminator.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#discriminator-object
 */
export function assertTagged(
  branches: readonly SchemaObject[],
  discriminator: DiscriminatorObject,
  scope: SchemaScope,
): void {
  const owners = new Map<string, SchemaObject>();
  for (const [index, branch] of branches.entries()) {
    const pointer = at(scope.pointer, "oneOf", index);
    for (const value of tagValues(branch, discriminator.propertyName, pointer, scope)) {
      if (owners.has(value))
        throw new SpecError(pointer, `shares the tag "${value}" with another branch`);
      owners.set(value, branch);
    }
  }
  for (const [value, target] of Object.entries(discriminator.mapping ?? {})) {
    const owner = owners.get(value);
    const ref = typeof owner === "object" ? owner.$ref : undefined;
    if (ref === target || ref === `#/components/schemas/${target}`) continue;
    const pointer = at(scope.pointer, "discriminator", "mapping", value);
    throw new SpecError(pointer, `leads to ${target}, which does not have that tag`);
  }
}

function tagValues(
  branch: SchemaObject,
  name: string,
  pointer: string,
  scope: SchemaScope,
): readonly string[] {
  const schema = keywordsOf(branch, pointer, scope);
  const tag = schema?.properties?.[name];
  const tagSchema = tag === undefined ? undefined : keywordsOf(tag, pointer, scope);
  const values = tagSchema?.const === undefined ? (tagSchema?.enum ?? []) : [tagSchema.const];
  const strings = values.filter((value) => typeof value === "string");
  const isObject = schema !== undefined && isPlainObject(schema);
  const isSure = isObject && schema.required?.includes(name) && strings.length === values.length;
  if (isSure && strings.length > 0) return strings;
  const problem = `must be an object that requires "${name}" with string values; else write anyOf`;
  throw new SpecError(pointer, problem);
}

/**
 * Whether a schema is an object with members and no other parts; zod reads tags only from such
 * objects.
 */
function isPlainObject(schema: SchemaKeywords): boolean {
  const parts = ["$ref", "allOf", "anyOf", "oneOf", "enum", "const"];
  return schema.type === "object" && parts.every((keyword) => schema[keyword] === undefined);
}

function keywordsOf(
  schema: SchemaObject,
  pointer: string,
  scope: SchemaScope,
): SchemaKeywords | undefined {
  const resolved = scope.context.resolve<SchemaObject>(schema, pointer);
  return typeof resolved === "boolean" ? undefined : resolved;
}
