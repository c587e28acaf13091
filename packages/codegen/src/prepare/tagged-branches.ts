import { isReference } from "../document/is-reference.ts";
import type { DiscriminatorObject, SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { declaredValues, mappedValues, nameOf } from "./tag-values.ts";
import type { NamedSchemas } from "./tag-values.ts";

/**
 * Gives each branch of a union that does not list its tags the values that lead to it. Otherwise
 * neither types nor checks could tell the branches apart.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#discriminator-object
 */
export function taggedBranches(schema: SchemaKeywords, named: NamedSchemas): SchemaKeywords {
  const { discriminator } = schema;
  if (typeof discriminator?.propertyName !== "string") return schema;
  let result = schema;
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const branches = schema[keyword];
    if (branches === undefined) continue;
    const tagged = branches.map((branch) => taggedBranch(branch, discriminator, named));
    if (tagged.every((branch, index) => branch === branches[index])) continue;
    result = { ...result, [keyword]: tagged };
  }
  return result;
}

function taggedBranch(
  branch: SchemaObject,
  discriminator: DiscriminatorObject,
  named: NamedSchemas,
): SchemaObject {
  if (!isReference(branch)) return branch;
  const { propertyName } = discriminator;
  const name = nameOf(branch.$ref);
  if (name === undefined || declaredValues(branch, propertyName, named) !== undefined)
    return branch;
  const tag = tagSchema(propertyName, mappedValues(discriminator, name));
  return { allOf: [{ $ref: branch.$ref }, tag] };
}

/** An object whose tag has one of the given values. */
export function tagSchema(propertyName: string, values: readonly string[]): SchemaKeywords {
  return { type: "object", properties: { [propertyName]: { type: "string", enum: values } } };
}
