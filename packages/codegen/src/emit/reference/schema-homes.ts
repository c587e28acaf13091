import type { Context } from "../../document/context.ts";
import type { SchemaObject } from "../../document/openapi.ts";
import { byResource } from "../../transform/by-resource.ts";
import type { Operation } from "../../transform/operation-object.ts";

/** The page that describes each schema: a resource, or `undefined` for the page of the service. */
export type SchemaHomes = ReadonlyMap<string, string | undefined>;

/**
 * The page of each named schema: the page of the only resource that reaches it; the page of the
 * service if several resources reach it, or none.
 */
export function schemaHomes(context: Context, operations: readonly Operation[]): SchemaHomes {
  const users = new Map<string, Set<string>>();
  for (const [resource, own] of byResource(operations)) {
    const reached = new Set<string>();
    for (const operation of own) {
      const { body, parameters, responses } = operation;
      for (const name of namesIn([body, parameters, responses])) reach(context, name, reached);
    }
    for (const name of reached) {
      const known = users.get(name) ?? new Set();
      users.set(name, known.add(resource));
    }
  }
  return new Map(
    Object.keys(context.schemas).map((name) => {
      const [first, ...others] = users.get(name) ?? [];
      return [name, others.length === 0 ? first : undefined];
    }),
  );
}

/** The name in `#/components/schemas/<name>`; `undefined` for another reference. */
export function schemaNameOf(ref: string): string | undefined {
  const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec(ref) ?? [];
  return name === undefined ? undefined : decodeURIComponent(name);
}

function reach(context: Context, name: string, reached: Set<string>): void {
  if (reached.has(name)) return;
  const schema: SchemaObject | undefined = context.schemas[name];
  if (schema === undefined) return;
  reached.add(name);
  for (const next of namesIn(schema)) reach(context, next, reached);
}

/** The named schemas that a part of the document refers to. Examples hold data, not references. */
function namesIn(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  if (Array.isArray(part)) return part.flatMap(namesIn);
  return Object.entries(part).flatMap(([member, value]) => {
    if (member === "example" || member === "examples" || member === "default") return [];
    const name = member === "$ref" && typeof value === "string" ? schemaNameOf(value) : undefined;
    return name === undefined ? namesIn(value) : [name];
  });
}
