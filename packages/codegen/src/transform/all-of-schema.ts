import { isReference } from "../document/is-reference.ts";
import type { SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { call, object } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import { annotationsOf, isUnconstrained } from "./annotations.ts";
import { anyMember, objectSchema, shapeOf } from "./object-schema.ts";
import { schemaName } from "./references-of.ts";
import type { SchemaKind, SchemaScope, ZodParts } from "./schema-kind.ts";

/**
 * `allOf`. A named open object, together with objects that only add members to it, becomes
 * `Base.extend({…})`. Everything else becomes an intersection, which checks each branch on its own.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.1.1
 */
export const allOfSchema: SchemaKind = {
  name: "an allOf",
  keywords: ["allOf", ...objectSchema.keywords],
  zod(schema: SchemaKeywords, scope: SchemaScope): ZodParts {
    const parts = branchesOf(schema);
    const [first] = parts;
    if (first === undefined) throw new SpecError(at(scope.pointer, "allOf"), "has no branches");
    const base = extensibleBase(schema, scope);
    if (base === undefined) return { code: intersection(parts, scope) };
    const additions = parts
      .slice(1)
      .flatMap((part) => shapeOf(part.schema as SchemaKeywords, scope.below(...part.at)));
    const opening = isOpenedBy(parts.slice(1)) ? [call(".catchall", anyMember)] : [];
    if (additions.length === 0) return { code: [base, ...opening] };
    return { code: [base, call(".extend", object(additions)), ...opening] };
  },
};

/** Whether an `allOf` becomes an extended object, which is a `z.ZodObject` again. */
export function isExtension(schema: SchemaKeywords, scope: SchemaScope): boolean {
  if (schema.$ref !== undefined || schema.anyOf !== undefined || schema.oneOf !== undefined) {
    return false;
  }
  return extensibleBase(schema, scope) !== undefined;
}

interface Branch {
  readonly schema: SchemaObject;
  /** The place below the schema; empty for the keywords beside `allOf`. */
  readonly at: readonly (string | number)[];
}

/** The branches; the keywords beside `allOf` form one more branch. */
function branchesOf(schema: SchemaKeywords): readonly Branch[] {
  const branches = (schema.allOf ?? []).map((branch, index): Branch => {
    return { schema: branch, at: ["allOf", index] };
  });
  const beside = Object.entries(schema).filter(
    ([keyword]) => keyword === "type" || objectSchema.keywords.includes(keyword),
  );
  if (beside.length === 0) return branches;
  return [...branches, { schema: { type: "object", ...Object.fromEntries(beside) }, at: [] }];
}

function extensibleBase(schema: SchemaKeywords, scope: SchemaScope): Code | undefined {
  const [first, ...additions] = branchesOf(schema);
  if (first === undefined || !isReference(first.schema)) return undefined;
  if (scope.isLater(schemaName(first.schema.$ref, scope.pointer))) return undefined;
  const base = scope.context.resolve<SchemaObject>(first.schema, scope.pointer);
  if (!isOpenObject(base) || namesOf(base).length === 0) return undefined;
  const taken = new Set(namesOf(base));
  for (const { schema: addition } of additions) {
    if (!isOpenObject(addition) || hasOwnAnnotations(addition)) return undefined;
    if (namesOf(addition).some((name) => taken.has(name))) return undefined;
    for (const name of namesOf(addition)) taken.add(name);
  }
  return scope.zod(first.schema, ...first.at);
}

const extensible: readonly string[] = ["type", "properties", "required", "additionalProperties"];

/** An object that has only members and no other rules, so that members can be added. */
function isOpenObject(schema: SchemaObject): schema is SchemaKeywords {
  if (typeof schema === "boolean") return false;
  const { type, additionalProperties = true } = schema;
  const others = Object.entries(schema).filter(([keyword]) => !extensible.includes(keyword));
  const isPlain = isUnconstrained(Object.fromEntries(others));
  return type === "object" && additionalProperties === true && isPlain;
}

/** Whether one of these branches says that there may be other members. */
function isOpenedBy(branches: readonly Branch[]): boolean {
  return branches.some(
    ({ schema }) => typeof schema === "object" && schema.additionalProperties === true,
  );
}

/** Whether a branch has annotations, which would have no place in the extended object. */
function hasOwnAnnotations(schema: SchemaKeywords): boolean {
  return Object.keys(annotationsOf(schema)).length > 0;
}

function namesOf(schema: SchemaKeywords): readonly string[] {
  return [...new Set([...Object.keys(schema.properties ?? {}), ...(schema.required ?? [])])];
}

function intersection(parts: readonly Branch[], scope: SchemaScope): Code {
  const codes = parts.map((part) => scope.zod(part.schema, ...part.at));
  return codes.reduce((left, right) => call("z.intersection", left, right));
}
