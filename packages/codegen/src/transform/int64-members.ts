import { isReference } from "../document/is-reference.ts";
import type { Context } from "../document/context.ts";
import type { SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { holdingSchemas } from "./holding-schemas.ts";
import { childrenOf } from "./marked-members.ts";
import { typesOf } from "./types-of.ts";

/** Whether a schema allows 64-bit integers, which JSON numbers cannot all represent. */
export function isInt64(schema: SchemaKeywords): boolean {
  return schema.format === "int64" && typesOf(schema).includes("integer");
}

/** More places than any real body has; a search with more results does not end in useful time. */
const maxMembers = 500;
const maxSteps = 20_000;

const finders = new WeakMap<Context, (schema: SchemaObject) => boolean>();

/**
 * The places of 64-bit integers in a JSON body, as JSON pointers with `*` for every item.
 *
 * A schema that contains itself has endlessly many places, and members with any name have no
 * pointer: there an integer is an ordinary number.
 *
 * @see https://spec.openapis.org/registry/format/int64
 */
export function int64Members(
  schema: SchemaObject,
  context: Context,
  pointer: string,
): readonly string[] {
  const holds = finders.get(context) ?? holdingSchemas(context, isInt64);
  finders.set(context, holds);
  const found = new Set<string>();
  let steps = 0;
  const walk = (part: SchemaObject, member: string, open: readonly string[]): void => {
    steps += 1;
    if (steps > maxSteps || found.size > maxMembers) return;
    if (typeof part === "boolean" || !holds(part)) return;
    if (isInt64(part)) found.add(member);
    if (isReference(part) && !open.includes(part.$ref)) {
      walk(context.resolve<SchemaObject>({ $ref: part.$ref }, pointer), member, [
        ...open,
        part.$ref,
      ]);
    }
    for (const { child, name } of childrenOf(part)) {
      walk(child, name === undefined ? member : at(member, name), open);
    }
  };
  walk(schema, "", []);
  if (steps > maxSteps || found.size > maxMembers) {
    context.warn(pointer, "has 64-bit integers in too many places: they are read as plain numbers");
    return [];
  }
  return [...found];
}
