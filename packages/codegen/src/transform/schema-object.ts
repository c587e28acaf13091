import { isReference } from "../document/context.ts";
import type { Context } from "../document/context.ts";
import type { ReferenceObject, SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { call } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import { literal } from "../print/literal.ts";
import { allOfSchema } from "./all-of-schema.ts";
import { annotationsOf, assertSupported, isUnconstrained } from "./annotations.ts";
import { arraySchema, tupleSchema } from "./array-schema.ts";
import { constSchema, enumSchema } from "./enum-schema.ts";
import { integerSchema, numberSchema } from "./number-schema.ts";
import { objectSchema } from "./object-schema.ts";
import { schemaName } from "./references-of.ts";
import type { SchemaKind, SchemaScope, ZodParts } from "./schema-kind.ts";
import { stringSchema } from "./string-schema.ts";
import { allowsNull, typesOf } from "./types-of.ts";
import { anyOfSchema, oneOfSchema, typesSchema } from "./union-schema.ts";

const anySchema: SchemaKind = {
  name: "a schema without type",
  keywords: [],
  zod: () => ({ code: "z.unknown()" }),
};

const nullSchema: SchemaKind = { name: "null", keywords: [], zod: () => ({ code: "z.null()" }) };

const booleanSchema: SchemaKind = {
  name: "a boolean",
  keywords: [],
  zod: () => ({ code: "z.boolean()" }),
};

const kindOfType: Readonly<Record<string, SchemaKind>> = {
  array: arraySchema,
  boolean: booleanSchema,
  integer: integerSchema,
  number: numberSchema,
  object: objectSchema,
  string: stringSchema,
};

/** Kinds that bring null along themselves. */
const knowsNull: ReadonlySet<SchemaKind> = new Set([enumSchema, constSchema, nullSchema]);

/** Where schemas are written: what names are called there, and which have to wait. */
export interface SchemaPlace {
  readonly context: Context;
  readonly pointer: string;
  readonly reference: (name: string) => Code;
  /** Whether a named schema is defined only later. Default: all are defined. */
  readonly isLater?: (name: string) => boolean;
}

/**
 * A schema as a zod expression.
 *
 * Throws `SpecError`, naming the place, for what cannot be expressed: nothing is dropped silently.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#schema-object
 */
export function schemaObject(schema: SchemaObject, place: SchemaPlace): Code {
  if (schema === true) return "z.unknown()";
  if (schema === false) return "z.never()";
  const scope = scopeOf(place);
  if (isReference(schema)) return referenceObject(schema, scope);
  const kind = kindOf(schema, scope.pointer);
  assertSupported(schema, kind, scope.pointer);
  const parts = kind.zod(schema, scope);
  const isNullable = allowsNull(schema) && !knowsNull.has(kind);
  const code: Code = isNullable ? [parts.code, ".nullable()"] : parts.code;
  return described(code, metadataOf(schema, parts), parts.isOneOf ?? false);
}

/** A scope for transforms that start from a part of a schema, as bodies of forms do. */
export function scopeOf(place: SchemaPlace): SchemaScope {
  const { context, pointer, isLater = (): boolean => false } = place;
  return {
    context,
    pointer,
    isLater,
    reference: place.reference,
    below: (...members) => scopeOf({ ...place, pointer: at(pointer, ...members) }),
    zod: (schema, ...members) =>
      schemaObject(schema, { ...place, pointer: at(pointer, ...members) }),
    zodLater: (schema, ...members) =>
      schemaObject(schema, {
        context,
        pointer: at(pointer, ...members),
        reference: place.reference,
      }),
  };
}

/**
 * A named schema. Annotations beside the reference describe this use of it.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#reference-object
 */
function referenceObject(schema: ReferenceObject, scope: SchemaScope): Code {
  const { $ref, ...beside } = schema;
  const name = schemaName($ref, scope.pointer);
  if (!Object.hasOwn(scope.context.schemas, name)) {
    throw new SpecError(scope.pointer, `refers to ${$ref}, which is missing`);
  }
  if (!isUnconstrained(beside)) {
    throw new SpecError(scope.pointer, "has keywords beside $ref: put both into an allOf");
  }
  const reference = scope.reference(name);
  const code = scope.isLater(name) ? call("z.lazy", ["() => ", reference]) : reference;
  return described(code, annotationsOf(beside), false);
}

function kindOf(schema: SchemaKeywords, pointer: string): SchemaKind {
  if (schema.const !== undefined) return constSchema;
  if (schema.enum !== undefined) return enumSchema;
  if (schema.allOf !== undefined) return allOfSchema;
  if (schema.anyOf !== undefined) return anyOfSchema;
  if (schema.oneOf !== undefined) return oneOfSchema;
  if (schema.type === undefined) return anySchema;
  const types = typesOf(schema);
  if (types.length > 1) return typesSchema;
  const [type] = types;
  if (type === undefined) return nullSchema;
  if (type === "array" && schema.prefixItems !== undefined) return tupleSchema;
  const kind = kindOfType[type];
  if (kind === undefined) throw new SpecError(at(pointer, "type"), `"${type}" is not a type`);
  return kind;
}

function metadataOf(schema: SchemaKeywords, parts: ZodParts): Record<string, unknown> {
  const metadata = { ...annotationsOf(schema), ...parts.metadata };
  // A described type replaces all that zod would say, null included.
  if (metadata["type"] !== undefined) metadata["type"] = schema.type;
  const entries = Object.entries(metadata).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

function described(code: Code, metadata: Record<string, unknown>, isOneOf: boolean): Code {
  const options = isOneOf ? ['{ unionPreferredType: "oneOf" }'] : [];
  if (Object.keys(metadata).length === 0 && options.length === 0) return code;
  return [code, call(".openapi", literal(metadata), ...options)];
}
