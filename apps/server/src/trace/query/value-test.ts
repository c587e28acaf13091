import type { Literal, Node } from "./node.ts";

/** An operation that is true, false or null. */
export type Test = Exclude<
  Node,
  { readonly kind: "literal" | "field" } | { readonly kind: "convert" | "size" }
>;

/** Whether it compares a field itself with literals other than null. */
export function comparesValues(node: Test): boolean {
  switch (node.kind) {
    case "compare":
      return (
        (node.left.kind === "field" && isValue(node.right)) ||
        (node.right.kind === "field" && isValue(node.left))
      );
    case "in":
      return node.left.kind === "field" && node.candidates.every(({ kind }) => kind === "literal");
    case "contains":
      return node.input.kind === "field" && isValue(node.substring);
    default:
      return false;
  }
}

/** Whether its comparisons of a field with literals are never true of a missing value. */
export function needsValue(node: Node): boolean {
  switch (node.kind) {
    case "and":
      return node.operands.some(needsValue);
    case "or":
      return node.operands.every(needsValue);
    case "compare": {
      const { operator, left, right } = node;
      const literal = left.kind === "field" ? right : left;
      if (!comparesValues(node) || literal.kind !== "literal") return false;
      if (typeof literal.value === "number" || typeof literal.value === "boolean") return true;
      // A missing value is the empty text, which comes before all others.
      const isAbove = (operator === "$gt" || operator === "$gte") && left.kind === "field";
      return literal.value !== "" && (operator === "$eq" || isAbove);
    }
    case "in":
      return comparesValues(node) && node.candidates.every((one) => isLiteral(one, ["", null]));
    case "contains":
      return comparesValues(node) && isLiteral(node.substring, [""]);
    default:
      return false;
  }
}

function isLiteral(node: Node, others: readonly Literal[]): boolean {
  return node.kind === "literal" && !others.includes(node.value);
}

function isValue(node: Node): boolean {
  return node.kind === "literal" && node.value !== null;
}
