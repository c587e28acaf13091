import type { Literal } from "./node.ts";

/**
 * What an expression gives: text, numbers, truth, moments, a list of texts; `null` for the literal
 * null alone; `structure` for a literal list or map.
 */
export type ValueType =
  | "string"
  | "number"
  | "boolean"
  | "instant"
  | "strings"
  | "structure"
  | "null";

/** A piece of SQL with what the compiler has to know of it. */
export interface Expression {
  readonly sql: string;
  readonly type: ValueType;
  /** Whether it can be null. */
  readonly isNullable: boolean;
  /** What to call it in an error. */
  readonly name: string;
  /** Present for a literal. */
  readonly literal?: Literal;
}

/** A field that queries may use, as SQL over the columns of its table. */
export interface Field {
  readonly sql: string;
  readonly type: "string" | "number" | "instant" | "strings";
  readonly isNullable: boolean;
}

/** Truth that cannot be said, typed so that `and`, `or` and `not` take it. */
export const unknownSql = "CAST(NULL, 'Nullable(UInt8)')";

/** An expression that gives truth. */
export function truth(sql: string, isNullable: boolean): Expression {
  return { sql, type: "boolean", isNullable, name: "a condition" };
}

const typeNames: Readonly<Record<ValueType, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  instant: "a date-time",
  strings: "a list",
  structure: "a list or map",
  null: "null",
};

/** How an error speaks of an expression: `op_name (text)`. */
export function describe(expression: Expression): string {
  return `${expression.name} (${typeNames[expression.type]})`;
}
