import { isReference } from "../document/is-reference.ts";
import type { Context } from "../document/context.ts";
import type { SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { holdingSchemas } from "./holding-schemas.ts";

/** A place in a body whose schema has an extension. */
export interface MarkedMember {
  /** JSON pointer into the body; `*` means every item of an array. */
  readonly member: string;
  /** The value of the extension. */
  readonly value: unknown;
  /** The place of the extension in the document. */
  readonly pointer: string;
}

/**
 * Every place of a body whose schema has an extension (`x-raw-json`), found through references,
 * unions and arrays. The search does not enter marked members.
 *
 * Throws `SpecError` for a marked member in a schema that contains itself, because it has endlessly
 * many places.
 */
export function markedMembers(
  schema: SchemaObject,
  extension: string,
  context: Context,
  pointer: string,
): readonly MarkedMember[] {
  const found = new Map<string, MarkedMember>();
  for (const marked of walk(schema, { context, extension, pointer, member: "", open: [] })) {
    if (!found.has(marked.member)) found.set(marked.member, marked);
  }
  return [...found.values()];
}

interface Place {
  readonly context: Context;
  readonly extension: string;
  readonly pointer: string;
  readonly member: string;
  /** References on the way to this place. */
  readonly open: readonly string[];
}

function walk(schema: SchemaObject, place: Place): readonly MarkedMember[] {
  if (typeof schema === "boolean" || !contains(schema, place)) return [];
  const { extension, pointer, member } = place;
  const value = schema[extension];
  if (value !== undefined && value !== false) return [{ member, value, pointer }];
  if (isReference(schema)) return walkReference(schema.$ref, place);
  assertNotInRecord(schema, place);
  return childrenOf(schema).flatMap(({ child, keywords, name }) =>
    walk(child, {
      ...place,
      pointer: at(pointer, ...keywords),
      member: name === undefined ? member : at(member, name),
    }),
  );
}

/** The kit's pointers can express every item of an array, but not members with any name. */
function assertNotInRecord(schema: SchemaKeywords, place: Place): void {
  const rest = schema.additionalProperties ?? false;
  if (!contains(rest, place)) return;
  const pointer = at(place.pointer, "additionalProperties");
  throw new SpecError(pointer, `${place.extension} is not supported in additionalProperties`);
}

function walkReference(ref: string, place: Place): readonly MarkedMember[] {
  const target = place.context.resolve<SchemaObject>({ $ref: ref }, place.pointer);
  if (!place.open.includes(ref))
    return walk(target, { ...place, pointer: ref, open: [...place.open, ref] });
  if (!contains(target, place)) return [];
  throw new SpecError(place.pointer, `${ref} contains itself and has ${place.extension} in it`);
}

type Finder = (schema: SchemaObject) => boolean;

const finders = new WeakMap<Context, Map<string, Finder>>();

/** Whether the extension is anywhere below a schema, which may contain itself. */
function contains(schema: SchemaObject, { context, extension }: Place): boolean {
  const known = finders.get(context) ?? new Map<string, Finder>();
  finders.set(context, known);
  const finder =
    known.get(extension) ??
    holdingSchemas(context, ({ [extension]: value }) => value !== undefined && value !== false);
  known.set(extension, finder);
  return finder(schema);
}

interface Child {
  readonly child: SchemaObject;
  /** The steps in the document from the schema to the child. */
  readonly keywords: readonly (string | number)[];
  /** The step from the value to the child's value; `undefined` if both are the same value. */
  readonly name: string | undefined;
}

/** The schemas inside a schema that describe the value, a named member, or the items. */
export function childrenOf(schema: SchemaKeywords): readonly Child[] {
  const properties = Object.entries(schema.properties ?? {}).map(([name, child]): Child => {
    return { child, keywords: ["properties", name], name };
  });
  const branches = (["anyOf", "oneOf", "allOf"] as const).flatMap((keyword) =>
    (schema[keyword] ?? []).map((child, index): Child => {
      return { child, keywords: [keyword, index], name: undefined };
    }),
  );
  const prefix = (schema.prefixItems ?? []).map((child, index): Child => {
    return { child, keywords: ["prefixItems", index], name: String(index) };
  });
  const items: readonly Child[] =
    schema.items === undefined ? [] : [{ child: schema.items, keywords: ["items"], name: "*" }];
  return [...properties, ...branches, ...prefix, ...items];
}
