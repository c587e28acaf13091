import type { Context } from "../document/context.ts";
import type { Named, SchemaKeywords, SchemaObject } from "../document/openapi.ts";

/**
 * Declares names in each part that requires them, if another part declares them: `{ properties: {
 * a, b }, anyOf: [{ required: [a] }, { required: [b] }] }`. A type is read part by part, and a part
 * that only requires a name would not give its type.
 */
export function declaredProperties(schema: SchemaKeywords, context: Context): SchemaKeywords {
  let result = schema;
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
    const parts = schema[keyword];
    if (parts === undefined) continue;
    const filled = parts.map((part) => filledPart(part, schema, context));
    if (filled.some((part, index) => part !== parts[index])) {
      result = { ...result, [keyword]: filled };
    }
  }
  const own = missingNames(schema);
  const found = foundProperties(own, { ...schema, properties: {} }, context);
  if (Object.keys(found).length === 0) return result;
  return { ...result, type: "object", properties: { ...schema.properties, ...found } };
}

function filledPart(part: SchemaObject, parent: SchemaKeywords, context: Context): SchemaObject {
  if (typeof part === "boolean" || part.$ref !== undefined) return part;
  const found = foundProperties(missingNames(part), parent, context);
  if (Object.keys(found).length === 0) return part;
  return { ...part, type: "object", properties: { ...part.properties, ...found } };
}

function missingNames({ required, properties = {} }: SchemaKeywords): readonly string[] {
  const names: readonly string[] = Array.isArray(required) ? required : [];
  return names.filter((name) => !Object.hasOwn(properties, name));
}

function foundProperties(
  names: readonly string[],
  from: SchemaKeywords,
  context: Context,
): Named<SchemaObject> {
  const found = names.flatMap((name): readonly [string, SchemaObject][] => {
    const property = propertyOf(from, name, context, 0);
    return property === undefined ? [] : [[name, property]];
  });
  return Object.fromEntries(found);
}

/** References in a circle declare nothing; the search stops at this depth. */
const maxDepth = 20;

function propertyOf(
  schema: SchemaObject,
  name: string,
  context: Context,
  depth: number,
): SchemaObject | undefined {
  if (typeof schema === "boolean" || depth > maxDepth) return undefined;
  const { properties = {}, allOf = [], $ref } = schema;
  if (Object.hasOwn(properties, name)) return properties[name];
  const parts =
    $ref === undefined ? allOf : [context.resolve<SchemaObject>({ $ref }, "#"), ...allOf];
  for (const part of parts) {
    const found = propertyOf(part, name, context, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
