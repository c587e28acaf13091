import type { Context } from "../document/context.ts";
import type { SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import type { Code } from "../print/code.ts";
import { isExtension } from "./all-of-schema.ts";
import { conjunctsOf } from "./conjuncts.ts";
import { cyclesOf, depthFirst } from "./cycles.ts";
import { isRecord } from "./object-schema.ts";
import { referencesOf } from "./references-of.ts";
import type { SchemaPlace } from "./schema-object.ts";
import { schemaObject, scopeOf } from "./schema-object.ts";
import { allowsNull, typesOf } from "./types-of.ts";

/** A named schema, ready for printing. */
export interface NamedSchema {
  /** The name in the document. */
  readonly name: string;
  /** The name in the generated code. */
  readonly identifier: string;
  readonly code: Code;
  /** Whether it is a `z.ZodObject`, which discriminated unions and `extend` require. */
  readonly isObject: boolean;
}

const pointer = "#/components/schemas";

/**
 * The named schemas of a document, each after the schemas that it uses. In a cycle that is
 * impossible; there getters reach the later schemas.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#components-object
 */
export function componentsObject(context: Context): readonly NamedSchema[] {
  const defined = new Set<string>();
  return definitionOrder(context).map((name) => {
    const schema = context.schemas[name] ?? true;
    const place = {
      context,
      pointer: at(pointer, name),
      reference: (other: string): string => context.identifier(other),
      isLater: (other: string): boolean => !defined.has(other),
    };
    const code = schemaObject(schema, place);
    defined.add(name);
    const identifier = context.attempt(() => context.identifier(name)) ?? name;
    return { name, identifier, code, isObject: isObject(schema, place) };
  });
}

function isObject(schema: SchemaObject, place: SchemaPlace): boolean {
  const target = place.context.resolve<SchemaObject>(schema, place.pointer);
  if (typeof target === "boolean" || allowsNull(target)) return false;
  if (target.enum !== undefined || target.const !== undefined) return false;
  if (target.anyOf !== undefined || target.oneOf !== undefined) return false;
  if (typeof schema === "object" && conjunctsOf(schema).length > 1 && schema.allOf === undefined) {
    return false;
  }
  if (target.allOf !== undefined) return isExtension(target, scopeOf(place));
  return typesOf(target).join() === "object" && !isRecord(target);
}

/**
 * Depth first along references, in the order of the document. A reference below a property can wait
 * for a getter, so in a cycle the other references decide the order.
 */
export function definitionOrder(context: Context): readonly string[] {
  const edges = new Map(
    Object.entries(context.schemas).map(([name, schema]) => [
      name,
      referencesOf(schema, at(pointer, name)),
    ]),
  );
  const cycles = cyclesOf(edges);
  const order: string[] = [];
  const next = (name: string): readonly string[] => {
    const references = edges.get(name) ?? [];
    const canWait = (other: (typeof references)[number]): boolean =>
      other.isBelowProperty && cycles.get(other.name) === cycles.get(name);
    return references.filter((other) => !canWait(other)).map((other) => other.name);
  };
  depthFirst(edges.keys(), next, { leave: (name) => order.push(name) });
  return order.filter((name) => edges.has(name));
}
