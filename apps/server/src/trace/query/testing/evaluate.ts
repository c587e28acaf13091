import { parseInstant } from "../../instant.ts";
import type { Comparison, Literal, Node } from "../node.ts";
import { cast } from "./casts.ts";
import { readJson, shownText } from "./json-document.ts";
import { PayloadValue } from "./payload-value.ts";
import { SeveralValues } from "./several-values.ts";
import { Moment, type Scalar, type Value } from "./values.ts";

/** One queried item: the value of each field. */
export type Item = (path: string) => Value;

/** Evaluates a query on one item. The tests compare it with the compiled SQL. */
export function evaluate(node: Node, item: Item): Value {
  const several = comparedValues(node, item);
  if (several) return several.values.some((value) => evaluate(node, () => value) === true);
  switch (node.kind) {
    case "literal":
      return node.value;
    case "field":
      return item(node.path);
    case "convert": {
      const value = evaluate(node.input, item);
      if (node.to !== "exists") return cast(scalarOf(value), node.to);
      return value instanceof PayloadValue ? value.exists : value !== null;
    }
    case "size":
      return sizeOf(evaluate(node.input, item));
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
      return compare(node.operator, sideOf(node.left, item), sideOf(node.right, item));
    case "in":
      return membership(node, item);
    default: {
      const [input, substring] = [evaluate(node.input, item), evaluate(node.substring, item)];
      if (input === null || substring === null) return false;
      if (Array.isArray(input)) {
        const fold = node.ignoresCase ? folded : String;
        return input.some((one) => fold(one as string) === fold(substring as string));
      }
      const [text, part] = [cast(scalarOf(input), "string"), cast(scalarOf(substring), "string")];
      if (typeof text !== "string" || typeof part !== "string") return false;
      return node.ignoresCase ? folded(text).includes(folded(part)) : text.includes(part);
    }
  }
}

/** The values of a field that a part of a query compares with literals. */
function comparedValues(node: Node, item: Item): SeveralValues | undefined {
  const [sides, isLiteral] = comparedWithLiterals(node);
  const field = isLiteral ? sides.find(({ kind }) => kind === "field") : undefined;
  const value = field && evaluate(field, item);
  return value instanceof SeveralValues ? value : undefined;
}

function comparedWithLiterals(node: Node): [fields: readonly Node[], isLiteral: boolean] {
  const isValue = (side: Node): boolean => side.kind === "literal" && side.value !== null;
  switch (node.kind) {
    case "compare":
      return [[node.left, node.right], isValue(node.left) || isValue(node.right)];
    case "in":
      return [[node.left], node.candidates.every(({ kind }) => kind === "literal")];
    case "contains":
      return [[node.input], isValue(node.substring)];
    default:
      return [[], false];
  }
}

/** Lower case, character by character, with one sigma. */
function folded(text: string): string {
  return Array.from(text, (character) => (character === "ς" ? "σ" : character.toLowerCase())).join(
    "",
  );
}

interface Side {
  readonly value: Value;
  readonly isLiteral: boolean;
}

function sideOf(node: Node, item: Item): Side {
  return { value: evaluate(node, item), isLiteral: node.kind === "literal" };
}

function truth(value: Value): boolean | null {
  return value === null ? null : Boolean(value);
}

function membership(node: Node & { kind: "in" }, item: Item): boolean | null {
  if (node.candidates.length === 0) return false;
  const left = sideOf(node.left, item);
  if (left.value === null) return null;
  const sides = node.candidates.map((candidate) => sideOf(candidate, item));
  const literals = sides.filter(({ isLiteral, value }) => isLiteral && value !== null);
  const kinds = new Set(literals.map(({ value }) => kindOf(value)));
  // Without one kind the value stays text.
  const shared: Value =
    left.value instanceof PayloadValue && kinds.size > 1 ? left.value.text : left.value;
  const equals = sides.map((side) => {
    if (side.value === null) return side.isLiteral ? false : null;
    return compare("$eq", side.isLiteral ? { ...left, value: shared } : left, side);
  });
  if (equals.includes(true)) return true;
  return equals.includes(null) ? null : false;
}

function compare(operator: Comparison, left: Side, right: Side): boolean | null {
  for (const [side, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (!side.isLiteral || side.value !== null) continue;
    if (operator !== "$eq") return null;
    return other.value instanceof PayloadValue ? !other.value.exists : other.value === null;
  }
  const [a, b] = [typed(left, right), typed(right, left)];
  if (a === null || b === null) return null;
  const isMixed = typeof a === "string" ? isNumeric(b) : typeof b === "string" && isNumeric(a);
  if (isMixed) return null;
  const order = orderOf(a, b);
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

/** A value as the other side makes it: a payload's value takes the type of a literal. */
function typed({ value }: Side, other: Side): Scalar {
  if (!(value instanceof PayloadValue) || !other.isLiteral) return scalarOf(value);
  switch (kindOf(other.value)) {
    case "number":
      return cast(value.text, "double");
    case "boolean":
      return cast(value.text, "bool");
    default:
      return value.text;
  }
}

function kindOf(literal: Value): "number" | "boolean" | "text" {
  const type = typeof literal;
  return type === "number" || type === "boolean" ? type : "text";
}

function isNumeric(value: Scalar): boolean {
  return ["number", "bigint", "boolean"].includes(typeof value);
}

function scalarOf(value: Value): Scalar {
  if (value instanceof PayloadValue) return value.text;
  if (value instanceof Moment || value === null || typeof value !== "object") return value;
  return shownText(readJson(JSON.stringify(value satisfies Literal)));
}

function orderOf(left: Exclude<Scalar, null>, right: Exclude<Scalar, null>): number {
  if (left instanceof Moment || right instanceof Moment) return micros(left) - micros(right);
  if (typeof left === "string" && typeof right === "string") {
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  const [a, b] = [left, right].map((side) => (typeof side === "bigint" ? side : Number(side)));
  return a! < b! ? -1 : Number(a! > b!);
}

function micros(value: Scalar): number {
  if (value instanceof Moment) return value.micros;
  return typeof value === "string" ? (parseInstant(value) ?? Number.NaN) : Number(value) * 1e6;
}

function sizeOf(value: Value): number | null {
  if (value instanceof PayloadValue) return value.size;
  if (typeof value === "string") return Array.from(value).length;
  return value === null ? null : Object.keys(value).length;
}
