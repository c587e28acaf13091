import type { SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { call } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import type { SchemaScope } from "./schema-kind.ts";

/** Checks that run after the check of a value's shape. */
export interface GeneralChecks {
  readonly code: readonly Code[];
  /** The keywords as written, which zod's own description would lack. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * `not`, and `if` with `then` and `else`. No type can express how they limit valid values.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.1.4
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2
 */
export function generalChecks(schema: SchemaKeywords, scope: SchemaScope): GeneralChecks {
  const { not, if: condition, then, else: otherwise } = schema as Conditions;
  const code: Code[] = [];
  if (not !== undefined) code.push(check("not", later(not, scope, "not")));
  if (condition !== undefined && (then !== undefined || otherwise !== undefined)) {
    const branches = [later(then ?? true, scope, "then"), later(otherwise ?? true, scope, "else")];
    code.push(check("when", later(condition, scope, "if"), ...branches));
  }
  if (code.length === 0) return { code, metadata: {} };
  const written = ["not", "if", "then", "else"].map((name) => [name, schema[name]] as const);
  return { code, metadata: Object.fromEntries(written) };
}

interface Conditions {
  readonly not?: SchemaObject;
  readonly if?: SchemaObject;
  readonly then?: SchemaObject;
  readonly else?: SchemaObject;
}

/** `.superRefine(keywords.<name>(…))`. */
export function check(name: string, ...args: readonly Code[]): Code {
  return call(".superRefine", call(`keywords.${name}`, ...args));
}

/** `() => schema`, made on first use, so that it may refer to schemas that are defined later. */
export function later(
  schema: SchemaObject,
  scope: SchemaScope,
  ...members: readonly (string | number)[]
): Code {
  return ["() => ", scope.zodLater(schema, ...members)];
}
