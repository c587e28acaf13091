import { isReference } from "../document/is-reference.ts";
import type { Context } from "../document/context.ts";
import type { SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";

/**
 * The named schemas that contain a schema of some kind, directly or through references. They let a
 * search through bodies stop early: a large document has too many paths to follow all of them.
 */
export function holdingSchemas(
  context: Context,
  isWanted: (schema: SchemaKeywords) => boolean,
): (schema: SchemaObject) => boolean {
  const holding = new Set<string>();
  const usedBy = new Map<string, string[]>();
  const add = (ref: string): void => {
    if (holding.has(ref)) return;
    holding.add(ref);
    for (const user of usedBy.get(ref) ?? []) add(user);
  };
  const direct: string[] = [];
  for (const [name, schema] of Object.entries(context.schemas)) {
    const own = at("#/components/schemas", name);
    const isFound = scan(schema, isWanted, (ref) => {
      const users = usedBy.get(ref);
      if (users === undefined) usedBy.set(ref, [own]);
      else users.push(own);
      return false;
    });
    if (isFound) direct.push(own);
  }
  for (const ref of direct) add(ref);
  return (schema) => scan(schema, isWanted, (ref) => holding.has(ref));
}

/** Visits every inline schema, so that it sees every reference. */
function scan(
  schema: SchemaObject,
  isWanted: (schema: SchemaKeywords) => boolean,
  isHolding: (ref: string) => boolean,
): boolean {
  if (typeof schema === "boolean") return false;
  let isFound = isWanted(schema);
  if (isReference(schema) && isHolding(schema.$ref)) isFound = true;
  for (const part of partsOf(schema)) if (scan(part, isWanted, isHolding)) isFound = true;
  return isFound;
}

function partsOf(schema: SchemaKeywords): readonly SchemaObject[] {
  const { properties = {}, anyOf = [], oneOf = [], allOf = [], prefixItems = [] } = schema;
  const { items, additionalProperties } = schema;
  const single = [items, additionalProperties].filter((part) => part !== undefined);
  return [...Object.values(properties), ...anyOf, ...oneOf, ...allOf, ...prefixItems, ...single];
}
