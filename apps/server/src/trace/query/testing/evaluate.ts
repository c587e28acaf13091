import { parseInstant } from "../../instant.ts";
import type { Comparison, Literal, Node, Target } from "../node.ts";

/** A moment in µs. A class of its own keeps it apart from numbers. */
export class Moment {
  readonly micros: number;

  constructor(micros: number) {
    this.micros = micros;
  }
}

export type Value = Literal | Moment;

/** One queried item: values by field. */
export type Item = Readonly<Record<string, Value>>;

/** Evaluates a query on one item. The tests compare it with the compiled SQL. */
export function evaluate(node: Node, item: Item): Value {
  switch (node.kind) {
    case "literal":
      return node.value;
    case "field":
      return item[node.path] ?? null;
    case "convert":
      return convert(evaluate(node.input, item), node.to);
    case "size":
      return size(evaluate(node.input, item));
    case "and":
    case "or": {
      const values = node.operands.map((operand) => truth(evaluate(operand, item)));
      const decisive = node.kind === "or";
      if (values.includes(decisive)) return decisive;
      return values.includes(null) ? null : !decisive;
    }
    case "not": {
      const value = truth(evaluate(node.operand, item));
      return value === null ? null : !value;
    }
    case "compare":
      return compare(node.operator, evaluate(node.left, item), evaluate(node.right, item), node);
    case "in":
      return membership(node, item);
    default: {
      const [input, substring] = [evaluate(node.input, item), evaluate(node.substring, item)];
      if (typeof input !== "string" || typeof substring !== "string") return false;
      return node.ignoresCase
        ? input.toLowerCase().includes(substring.toLowerCase())
        : input.includes(substring);
    }
  }
}

function truth(value: Value): boolean | null {
  return value === null ? null : Boolean(value);
}

function membership(node: Node & { kind: "in" }, item: Item): boolean | null {
  if (node.candidates.length === 0) return false;
  const left = evaluate(node.left, item);
  if (left === null) return null;
  const equals = node.candidates.map((candidate) => {
    const right = evaluate(candidate, item);
    if (right === null) return candidate.kind === "literal" ? false : null;
    return compare("$eq", left, right, { left: node.left, right: candidate });
  });
  if (equals.includes(true)) return true;
  return equals.includes(null) ? null : false;
}

function compare(
  operator: Comparison,
  left: Value,
  right: Value,
  nodes: { readonly left: Node; readonly right: Node },
): boolean | null {
  const literals = [nodes.left, nodes.right].filter(({ kind }) => kind === "literal");
  const hasNullLiteral = literals.some((node) => node.kind === "literal" && node.value === null);
  if (operator === "$eq" && hasNullLiteral) return left === null && right === null;
  if (left === null || right === null) return null;
  const order = orderOf(left, right);
  switch (operator) {
    case "$eq":
      return order === 0;
    case "$gt":
      return order > 0;
    case "$gte":
      return order >= 0;
    case "$lt":
      return order < 0;
    default:
      return order <= 0;
  }
}

function orderOf(left: Value, right: Value): number {
  if (left instanceof Moment || right instanceof Moment) return micros(left) - micros(right);
  if (typeof left === "string" && typeof right === "string") {
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  return Number(left) - Number(right);
}

function micros(value: Value): number {
  if (value instanceof Moment) return value.micros;
  return typeof value === "string" ? (parseInstant(value) ?? Number.NaN) : Number(value) * 1e6;
}

function size(value: Value): number | null {
  if (typeof value === "string") return Array.from(value).length;
  return value === null ? null : Object.keys(value).length;
}

function convert(value: Value, to: Target): Value {
  if (to === "exists") return value !== null;
  if (value === null) return null;
  switch (to) {
    case "string":
      return textOf(value as string | number | boolean | Moment);
    case "double":
      return numberOf(value, /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i);
    case "int": {
      const number = numberOf(value, /^[+-]?\d+$/);
      return number !== null && Number.isInteger(number) && Math.abs(number) < 2 ** 63
        ? number
        : null;
    }
    default: {
      if (typeof value === "boolean") return value;
      if (value === "true" || value === "false") return value === "true";
      const number = numberOf(value, /^\+?\d+$/);
      return number !== null && Number.isInteger(number) && number >= 0 && number <= 255
        ? number !== 0
        : null;
    }
  }
}

function numberOf(value: Value, pattern: RegExp): number | null {
  if (typeof value === "string") return pattern.test(value) ? Number(value) : null;
  return value instanceof Moment ? value.micros / 1e6 : Number(value);
}

function textOf(value: string | number | boolean | Moment): string {
  if (!(value instanceof Moment)) return String(value);
  const iso = new Date(Math.floor(value.micros / 1000)).toISOString().slice(0, 19);
  const fraction = value.micros % 1_000_000;
  return `${iso}${fraction === 0 ? "" : `.${String(fraction).padStart(6, "0")}`}Z`;
}
