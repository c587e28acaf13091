import type { Json, SchemaKeywords } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { call } from "../print/code.ts";
import { literal } from "../print/literal.ts";
import { check } from "./general-checks.ts";
import type { SchemaKind, SchemaScope, ZodParts } from "./schema-kind.ts";
import { allowsNull } from "./types-of.ts";

/**
 * `enum`. If null is one of the values, the enum becomes nullable, because zod describes
 * `z.literal([…, null])` as an enum without null.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2
 */
export const enumSchema: SchemaKind = {
  name: "an enum",
  keywords: ["enum"],
  zod(schema: SchemaKeywords, scope: SchemaScope): ZodParts {
    const values = schema.enum ?? [];
    const pointer = at(scope.pointer, "enum");
    const isSplit = schema.type !== undefined && allowsNull(schema) !== values.includes(null);
    if (isSplit && scope.context.isStrict) {
      throw new SpecError(pointer, "has null in only one of `type` and `enum`: write it in both");
    }
    if (new Set(values).size !== values.length) throw new SpecError(pointer, "repeats a value");
    return valuesOf(
      values.filter((value) => value !== null),
      values.includes(null),
      schema,
      pointer,
    );
  },
};

/**
 * `const`.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.3
 */
export const constSchema: SchemaKind = {
  name: "a const",
  keywords: ["const"],
  zod(schema: SchemaKeywords, scope: SchemaScope): ZodParts {
    const pointer = at(scope.pointer, "const");
    const value = schema.const ?? null;
    if (value === null) return { code: "z.null()" };
    if (schema.type !== undefined && allowsNull(schema) && scope.context.isStrict) {
      throw new SpecError(pointer, "rules out the null in `type`: write an enum with both values");
    }
    if (typeof value === "string") return { code: call("z.literal", literal(value)) };
    return valuesOf([value], false, schema, pointer);
  },
};

function valuesOf(
  values: readonly Json[],
  hasNull: boolean,
  schema: SchemaKeywords,
  pointer: string,
): ZodParts {
  if (values.length === 0 && !hasNull) throw new SpecError(pointer, "lists no values");
  if (values.some((value) => typeof value === "object")) return documents(values, hasNull);
  const nullable = hasNull ? ".nullable()" : "";
  if (values.length === 0 && hasNull) return { code: "z.null()" };
  if (values.every((value) => typeof value === "string")) {
    return { code: [call("z.enum", literal(values)), nullable] };
  }
  const { type } = schema;
  const listed = hasNull ? [...values, null] : values;
  const metadata = type === undefined ? {} : { type, enum: listed };
  return { code: [call("z.literal", literal(values)), nullable], metadata };
}

/** Values that are objects or arrays, for which zod has no literals. */
function documents(values: readonly Json[], hasNull: boolean): ZodParts {
  const all = hasNull ? [...values, null] : values;
  return { code: ["z.unknown()", check("equal", literal(all))], metadata: { enum: all } };
}
