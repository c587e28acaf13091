import type { SchemaKeywords } from "../document/openapi.ts";
import { call } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import type { SchemaKind, ZodParts } from "./schema-kind.ts";

const keywords: readonly string[] = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
];

/**
 * Numbers.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2
 */
export const numberSchema: SchemaKind = {
  name: "a number",
  keywords,
  zod(schema: SchemaKeywords): ZodParts {
    return { code: ["z.number()", ...bounds(schema)], metadata: multiple(schema) };
  },
};

/**
 * Integers: within ±2^53, except with `format: int64` or with larger bounds. The text of such
 * integers may be longer than a number can hold, so it is checked where the text is still
 * available.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#data-type-format
 */
export const integerSchema: SchemaKind = {
  name: "an integer",
  keywords,
  zod(schema: SchemaKeywords): ZodParts {
    if (schema.format === "int64" || isWide(schema)) return int64(schema);
    if (schema.format === "int32") {
      const metadata = { type: "integer", ...boundsMetadata(schema) };
      return { code: ["z.int32()", ...bounds(schema)], metadata };
    }
    return { code: ["z.int()", ...bounds(schema)], metadata: multiple(schema) };
  },
};

/** Whether bounds are larger than zod's integers, so that they must be checked separately. */
function isWide({ minimum = 0, maximum = 0 }: SchemaKeywords): boolean {
  return minimum < Number.MIN_SAFE_INTEGER || maximum > Number.MAX_SAFE_INTEGER;
}

function int64(schema: SchemaKeywords): ZodParts {
  const integer = call(".refine", "Number.isInteger", JSON.stringify("must be an integer"));
  const metadata = { type: "integer", ...boundsMetadata(schema) };
  return { code: ["z.number()", integer, ...bounds(schema)], metadata };
}

function bounds(schema: SchemaKeywords): Code[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const checks: Code[] = [];
  if (minimum !== undefined) checks.push(`.min(${minimum})`);
  if (maximum !== undefined) checks.push(`.max(${maximum})`);
  if (exclusiveMinimum !== undefined) checks.push(`.gt(${exclusiveMinimum})`);
  if (exclusiveMaximum !== undefined) checks.push(`.lt(${exclusiveMaximum})`);
  if (multipleOf !== undefined) checks.push(`.multipleOf(${multipleOf})`);
  return checks;
}

/** A described `type` replaces zod's whole description, so the bounds must be added again. */
function boundsMetadata(schema: SchemaKeywords): Record<string, unknown> {
  return Object.fromEntries(keywords.map((keyword) => [keyword, schema[keyword]]));
}

function multiple({ multipleOf }: SchemaKeywords): Record<string, unknown> {
  return multipleOf === undefined ? {} : { multipleOf };
}
