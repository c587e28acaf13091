import type { SchemaKeywords } from "../document/openapi.ts";
import { SpecError } from "../document/spec-error.ts";
import { call } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import type { SchemaKind, SchemaScope, ZodParts } from "./schema-kind.ts";

/**
 * Strings. Lengths count characters (code points), where zod counts UTF-16 units: a surrogate
 * pair must not make a string too long. Of what does not fit a `pattern`, the `title` says what it
 * should be: "a project as entity/project".
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3
 */
export const stringSchema: SchemaKind = {
  name: "a string",
  keywords: ["minLength", "maxLength", "pattern"],
  zod(schema: SchemaKeywords, scope: SchemaScope): ZodParts {
    const { minLength = 0, maxLength, pattern } = schema;
    if (isBinary(schema)) return { code: "z.unknown()", metadata: { type: "string" } };
    const checks: Code[] = ["z.string()"];
    const metadata: Record<string, unknown> = {};
    if (minLength > 0) checks.push(`.min(${minLength})`);
    if (minLength > 1) {
      checks.push(refinement(hasAtLeast(minLength), `at least ${minLength}`));
    }
    if (maxLength !== undefined) {
      checks.push(refinement(hasAtMost(maxLength), `at most ${maxLength}`));
      metadata["maxLength"] = maxLength;
    }
    if (pattern !== undefined) {
      const expression = regularExpression(pattern, scope);
      checks.push(call(".regex", expression, ...wordsOf(schema)));
      metadata["pattern"] = pattern;
    }
    return { code: checks, metadata };
  },
};

/** Whether a schema stands for bytes outside JSON: a part of a form, a whole body. */
export function isBinary(schema: SchemaKeywords): boolean {
  return schema.type === "string" && schema.format === "binary";
}

/** Characters have one unit or two: only where that leaves it open are they counted. */
function hasAtLeast(count: number): string {
  return `text.length >= ${2 * count} || [...text].length >= ${count}`;
}

function hasAtMost(count: number): string {
  const counted = `(text.length <= ${2 * count} && [...text].length <= ${count})`;
  return `text.length <= ${count} || ${counted}`;
}

/** What a text that misses the pattern should have been, where the schema says it. */
function wordsOf({ title }: SchemaKeywords): readonly Code[] {
  return typeof title === "string" ? [JSON.stringify(`Invalid input: expected ${title}`)] : [];
}

function refinement(condition: string, bound: string): Code {
  const message = JSON.stringify(`must have ${bound} characters`);
  return call(".refine", `(text) => ${condition}`, message);
}

/**
 * A pattern as a literal. It is read with the `u` flag, as JSON Schema asks and ajv does; in the
 * documents of others, patterns with escapes that only the older grammar knows are read by that.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-6.4
 */
export function regularExpression(pattern: string, { context, pointer }: SchemaScope): string {
  try {
    return new RegExp(pattern, "u").toString();
  } catch (error) {
    if (context.isStrict) throw new SpecError(`${pointer}/pattern`, (error as Error).message);
  }
  try {
    return new RegExp(pattern).toString();
  } catch (error) {
    throw new SpecError(`${pointer}/pattern`, (error as Error).message);
  }
}
