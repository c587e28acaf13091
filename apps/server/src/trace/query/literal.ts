import type { Expression } from "./expression.ts";
import type { Literal } from "./node.ts";
import type { Parameters } from "./parameters.ts";

/**
 * A literal as an expression. Its value becomes a parameter when its SQL is first read. A literal
 * that becomes a moment or an entry of a list needs no parameter of its own.
 */
export function literal(value: Literal, parameters: Parameters): Expression {
  const base = { name: "a literal", literal: value, isNullable: false };
  switch (typeof value) {
    case "string":
      return new Late(value, "string", () => parameters.add(value, "String"));
    case "number":
      return new Late(value, "number", () => parameters.add(value, numberType(value)));
    case "boolean":
      return { ...base, type: "boolean", sql: value ? "true" : "false" };
    default:
      if (value === null) return { ...base, type: "null", isNullable: true, sql: "NULL" };
      return { ...base, type: "structure", sql: "" };
  }
}

/** Whole numbers compare exactly with integer columns of 64 bits; others as doubles. */
export function numberType(value: number): "Int64" | "Float64" {
  return Number.isSafeInteger(value) ? "Int64" : "Float64";
}

class Late implements Expression {
  readonly name = "a literal";
  readonly isNullable = false;
  readonly literal: string | number;
  readonly type: "string" | "number";
  readonly #placeholder: () => string;
  #sql: string | undefined;

  constructor(value: string | number, type: "string" | "number", placeholder: () => string) {
    this.literal = value;
    this.type = type;
    this.#placeholder = placeholder;
  }

  get sql(): string {
    return (this.#sql ??= this.#placeholder());
  }
}
