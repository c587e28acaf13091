import { isReference } from "../document/is-reference.ts";
import type { Context } from "../document/context.ts";
import type { ReferenceObject, SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { call } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import { literal } from "../print/literal.ts";
import { allOfSchema } from "./all-of-schema.ts";
import { annotationsOf, assertSupported, isTakenCareOf, isUnconstrained } from "./annotations.ts";
import { arraySchema, tupleSchema } from "./array-schema.ts";
import { composedSchema } from "./composed-schema.ts";
import { conjunctsOf, ownType } from "./conjuncts.ts";
import { constSchema, enumSchema } from "./enum-schema.ts";
import { generalChecks } from "./general-checks.ts";
import type { GeneralChecks } from "./general-checks.ts";
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

/** Kinds that handle null themselves. */
const knowsNull: ReadonlySet<SchemaKind> = new Set([
  enumSchema,
  constSchema,
  nullSchema,
  composedSchema,
]);

/** The place where schemas are written: the names there, and the schemas that are defined later. */
export interface SchemaPlace {
  readonly context: Context;
  readonly pointer: string;
  readonly reference: (name: string) => Code;
  /** Whether a named schema is defined later. Default: all are defined. */
  readonly isLater?: (name: string) => boolean;
}

/**
 * A schema as a zod expression.
 *
 * Throws `SpecError` with the place of a construct that zod cannot express; nothing is dropped
 * silently.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#schema-object
 */
export function schemaObject(schema: SchemaObject, place: SchemaPlace): Code {
  if (schema === true) return "z.unknown()";
  // Zod cannot describe a schema that nothing matches.
  if (schema === false) return 'z.never().openapi({ type: "null", not: {} } as object)';
  return place.context.attempt(() => schemaCode(schema, scopeOf(place))) ?? "z.unknown()";
}

function schemaCode(schema: SchemaKeywords, scope: SchemaScope): Code {
  if (isReference(schema) && isAnnotated(schema)) return referenceObject(schema, scope);
  const kind = kindOf(schema, scope.pointer);
  assertSupported(schema, kind, scope);
  const parts = kind.zod(schema, scope);
  const isNullable = allowsNull(schema) && !knowsNull.has(kind);
  const code: Code = isNullable ? [parts.code, ".nullable()"] : parts.code;
  const checks = generalChecks(schema, scope);
  return described(
    [code, ...checks.code],
    metadataOf(schema, parts, checks),
    parts.isOneOf ?? false,
  );
}

/** A scope for transforms that start at a part of a schema, such as the bodies of forms. */
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
  const reference = scope.reference(name);
  const code = scope.isLater(name) ? call("z.lazy", ["() => ", reference]) : reference;
  const metadata = annotationsOf(beside);
  // The bare name refers to the schema that has the mark already.
  if (Object.keys(metadata).length === 0) return code;
  const isRaw = isRawJson(scope.context.schemas[name]);
  return described(code, isRaw ? { [rawJson]: true, ...metadata } : metadata, false);
}

/** Whether a reference has only annotations beside it. */
function isAnnotated({ $ref: _ref, ...beside }: ReferenceObject): boolean {
  return isUnconstrained(beside);
}

function kindOf(schema: SchemaKeywords, pointer: string): SchemaKind {
  const kind = simpleKindOf(schema, pointer);
  return isWhole(schema, kind) ? kind : composedSchema;
}

/** Whether one kind handles all keywords of a schema. */
function isWhole(schema: SchemaKeywords, kind: SchemaKind): boolean {
  const isUnion = kind === anyOfSchema || kind === oneOfSchema;
  if (isUnion && ownType(schema) !== undefined) return false;
  const parts = conjunctsOf(schema);
  if (parts.length < 2) return true;
  return Object.keys(schema).every((keyword) => keyword === "type" || isTakenCareOf(keyword, kind));
}

function simpleKindOf(schema: SchemaKeywords, pointer: string): SchemaKind {
  if (schema.$ref !== undefined) return composedSchema;
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
  if (kind === undefined)
    throw new SpecError(
      at(pointer, "type"),
      `"${type}" is not a type; say ${[...Object.keys(kindOfType), "null"].join(", ")}`,
    );
  return kind;
}

function metadataOf(
  schema: SchemaKeywords,
  parts: ZodParts,
  checks: GeneralChecks,
): Record<string, unknown> {
  const metadata = { ...annotationsOf(schema), ...parts.metadata, ...checks.metadata };
  // A described type replaces zod's whole description, including null.
  if (metadata["type"] !== undefined) metadata["type"] = schema.type;
  const entries = Object.entries(metadata).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

const rawJson = "x-raw-json";

function isRawJson(schema: SchemaObject | Record<string, unknown> | undefined): boolean {
  const mark = typeof schema === "object" ? schema[rawJson] : undefined;
  return mark !== undefined && mark !== false;
}

function described(code: Code, metadata: Record<string, unknown>, isOneOf: boolean): Code {
  if (isRawJson(metadata)) {
    const { [rawJson]: _, ...others } = metadata;
    // The mark comes last: methods of zod return other schemas, which do not have it.
    return call("keywords.rawJson", described(code, others, isOneOf));
  }
  const options = isOneOf ? ['{ unionPreferredType: "oneOf" }'] : [];
  if (Object.keys(metadata).length === 0 && options.length === 0) return code;
  const value = hasOwnType(metadata) ? [literal(metadata), " as object"] : literal(metadata);
  return [code, call(".openapi", value, ...options)];
}

/**
 * Whether the type of `openapi()` would refuse the metadata: it has only the keywords that 3.0 and
 * 3.1 share, and only values of the correct type.
 */
function hasOwnType(metadata: Record<string, unknown>): boolean {
  return Object.entries(metadata).some(([name, value]) => {
    if (name.startsWith("x-") || name === "default") return false;
    const known = Object.hasOwn(metadataTypes, name) ? metadataTypes[name] : undefined;
    return known === undefined || !known.includes(Array.isArray(value) ? "array" : typeof value);
  });
}

const metadataTypes: Readonly<Record<string, readonly string[]>> = {
  deprecated: ["boolean"],
  discriminator: ["object"],
  enum: ["array"],
  examples: ["array"],
  example: ["array", "boolean", "number", "object", "string"],
  exclusiveMaximum: ["number"],
  exclusiveMinimum: ["number"],
  format: ["string"],
  items: ["object"],
  maximum: ["number"],
  maxItems: ["number"],
  maxLength: ["number"],
  maxProperties: ["number"],
  minimum: ["number"],
  minItems: ["number"],
  minLength: ["number"],
  minProperties: ["number"],
  multipleOf: ["number"],
  pattern: ["string"],
  readOnly: ["boolean"],
  required: ["array"],
  title: ["string"],
  type: ["array", "string"],
  uniqueItems: ["boolean"],
  writeOnly: ["boolean"],
};
