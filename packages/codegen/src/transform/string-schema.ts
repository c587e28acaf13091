import type { SchemaKeywords } from "../document/openapi.ts";
import { SpecError } from "../document/spec-error.ts";
import { call } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import type { SchemaKind, SchemaScope, ZodParts } from "./schema-kind.ts";

/**
 * Strings. Lengths count characters (code points), while zod counts UTF-16 units: a surrogate pair
 * must not make a string too long. If a text does not fit the `pattern`, the message names the
 * expected `title`, such as "a project as entity/project".
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
    if (minLength === 1) checks.push(".min(1)");
    if (minLength > 1) {
      checks.push(refinement(hasAtLeast(minLength), `at least ${minLength}`));
      metadata["minLength"] = minLength;
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

/** Whether a schema means bytes outside JSON: a part of a form, or a whole body. */
export function isBinary(schema: SchemaKeywords): boolean {
  return schema.type === "string" && schema.format === "binary";
}

/**
 * A character has one or two units, so characters are counted only if the number of units does not
 * decide.
 */
function hasAtLeast(count: number): string {
  return `text.length >= ${2 * count} || [...text].length >= ${count}`;
}

function hasAtMost(count: number): string {
  const counted = `(text.length <= ${2 * count} && [...text].length <= ${count})`;
  return `text.length <= ${count} || ${counted}`;
}

/** The message for a text that does not fit the pattern, if the schema has a title. */
function wordsOf({ title }: SchemaKeywords): readonly Code[] {
  return typeof title === "string" ? [JSON.stringify(`Invalid input: expected ${title}`)] : [];
}

function refinement(condition: string, bound: string): Code {
  const message = JSON.stringify(`must have ${bound} characters`);
  return call(".refine", `(text) => ${condition}`, message);
}

/**
 * A pattern as a literal. It has the `u` flag, as JSON Schema requires and ajv does. Other people's
 * documents may use escapes of the older grammar; such a pattern has no flag.
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
