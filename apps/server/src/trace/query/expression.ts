import type { DynamicField } from "./dynamic-field.ts";
import type { Literal } from "./node.ts";

/**
 * The type of an expression's value. `instant` is a date-time, `strings` a list of texts, `null`
 * only the literal null, `structure` a literal list or map, and `dynamic` a value in a payload, which
 * has another type in each row.
 */
export type ValueType =
  | "string"
  | "number"
  | "boolean"
  | "instant"
  | "strings"
  | "structure"
  | "null"
  | "dynamic";

/** A piece of SQL with the facts that the compiler needs. */
export interface Expression {
  /** Of a dynamic value, its text. */
  readonly sql: string;
  readonly type: ValueType;
  /** Whether it can be null. */
  readonly isNullable: boolean;
  /** The name of the expression in errors. */
  readonly name: string;
  /** Of a list: whether `$contains` looks for an entry of it. */
  readonly hasEntries?: boolean;
  /** The value of a literal; absent for other expressions. */
  readonly literal?: Literal;
  /** The field of a dynamic expression; absent for other types. */
  readonly dynamic?: DynamicField;
}

/** A field that queries may use, as SQL over the columns of its table. */
export interface ColumnField {
  readonly sql: string;
  readonly type: "string" | "number" | "instant" | "strings";
  readonly isNullable: boolean;
  /** Of a list: whether `$contains` looks for an entry of it. */
  readonly hasEntries?: boolean;
}

/** A field that queries may use. */
export type Field = ColumnField | DynamicField;

/** The boolean null, typed so that `and`, `or` and `not` accept it. */
export const unknownSql = "CAST(NULL, 'Nullable(UInt8)')";

/** Makes a boolean expression. */
export function truth(sql: string, isNullable: boolean): Expression {
  return { sql, type: "boolean", isNullable, name: "a condition" };
}

/** Makes an expression of a field. */
export function fieldExpression(field: Field, name: string): Expression {
  return field.type === "dynamic" ? new DynamicExpression(field, name) : { ...field, name };
}

/** Its text becomes SQL only if it is used, because it is longer than other forms. */
class DynamicExpression implements Expression {
  readonly type = "dynamic";
  readonly isNullable = false;
  readonly name: string;
  readonly dynamic: DynamicField;

  constructor(dynamic: DynamicField, name: string) {
    this.dynamic = dynamic;
    this.name = name;
  }

  get sql(): string {
    return this.dynamic.text();
  }
}

const typeNames: Readonly<Record<ValueType, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  instant: "a date-time",
  strings: "a list",
  structure: "a list or map",
  null: "null",
  dynamic: "a value of any type",
};

/** Describes an expression in an error: `op_name (text)`. */
export function describe(expression: Expression): string {
  return `${expression.name} (${typeNames[expression.type]})`;
}
