import type { Context } from "../document/context.ts";
import type { SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { schemaName } from "./references-of.ts";

/**
 * The named schemas that contain themselves through arrays and unions only, without an object:
 * `Json` is text or an array of `Json`. TypeScript delays the items of an array only in an alias,
 * so each of these schemas needs an alias.
 */
export function arrayCycles(context: Context): ReadonlySet<string> {
  const edges = new Map(
    Object.entries(context.schemas).map(([name, schema]) => [
      name,
      closeReferences(schema, at("#/components/schemas", name)),
    ]),
  );
  const reaches = (from: string, wanted: string, seen: Set<string>): boolean =>
    (edges.get(from) ?? []).some((next) => {
      if (next === wanted) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, wanted, seen);
    });
  const names = [...edges.keys()].filter((name) => reaches(name, name, new Set()));
  return new Set(names);
}

/** The references of a schema without an object between. */
function closeReferences(schema: SchemaObject, pointer: string): readonly string[] {
  if (typeof schema === "boolean") return [];
  const { $ref, allOf = [], anyOf = [], oneOf = [], prefixItems = [], items } = schema;
  const parts = [
    ...allOf,
    ...anyOf,
    ...oneOf,
    ...prefixItems,
    ...(items === undefined ? [] : [items]),
  ];
  const below = parts.flatMap((part) => closeReferences(part, pointer));
  return $ref === undefined ? below : [schemaName($ref, pointer), ...below];
}
