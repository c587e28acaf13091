import type { Literal } from "./node.ts";

/**
 * The type of an expression's value. `instant` is a date-time, `strings` a list of texts, `null`
 * only the literal null, and `structure` a literal list or map.
 */
export type ValueType =
  | "string"
  | "number"
  | "boolean"
  | "instant"
  | "strings"
  | "structure"
  | "null";

/** A piece of SQL with the facts that the compiler needs. */
export interface Expression {
  readonly sql: string;
  readonly type: ValueType;
  /** Whether it can be null. */
  readonly isNullable: boolean;
  /** The name of the expression in errors. */
  readonly name: string;
  /** The value of a literal; absent for other expressions. */
  readonly literal?: Literal;
}

/** A field that queries may use, as SQL over the columns of its table. */
export interface Field {
  readonly sql: string;
  readonly type: "string" | "number" | "instant" | "strings";
  readonly isNullable: boolean;
}

/** The boolean null, typed so that `and`, `or` and `not` accept it. */
export const unknownSql = "CAST(NULL, 'Nullable(UInt8)')";

/** Makes a boolean expression. */
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

/** Describes an expression in an error: `op_name (text)`. */
export function describe(expression: Expression): string {
  return `${expression.name} (${typeNames[expression.type]})`;
}
