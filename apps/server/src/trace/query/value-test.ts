import type { Node } from "./node.ts";

/** An operation that compares values. */
export type Test = Extract<Node, { readonly kind: "compare" | "in" | "contains" }>;

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
    default:
      return node.input.kind === "field" && isValue(node.substring);
  }
}

function isValue(node: Node): boolean {
  return node.kind === "literal" && node.value !== null;
}
