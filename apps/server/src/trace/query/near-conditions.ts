import { isCaseless } from "./case-folding.ts";
import type { Fields } from "./compile-query.ts";
import { needleOf } from "./dynamic-field.ts";
import type { Node } from "./node.ts";
import { parseQuery } from "./parse-query.ts";

/**
 * Conditions that hold for every match of a query and are quick to check: if a value must contain a
 * text, the payload around it contains that text. The engine checks them before it looks for the
 * value itself.
 */
export function nearConditions(query: { readonly $expr: unknown }, fields: Fields): string[] {
  return conditionsOf(parseQuery(query), fields);
}

function conditionsOf(node: Node, fields: Fields): string[] {
  switch (node.kind) {
    case "and":
      return node.operands.flatMap((operand) => conditionsOf(operand, fields));
    case "contains":
      return holding(node.input, node.substring, node.ignoresCase, fields);
    case "compare":
      if (node.operator !== "$eq") return [];
      return [
        ...holding(node.left, node.right, false, fields),
        ...holding(node.right, node.left, false, fields),
      ];
    default:
      return [];
  }
}

function holding(value: Node, text: Node, ignoresCase: boolean, fields: Fields): string[] {
  if (value.kind !== "field" || text.kind !== "literal" || typeof text.value !== "string")
    return [];
  const field = fields.field(value.path);
  if (field.type !== "dynamic" || !field.near) return [];
  const needle = needleOf(text.value, ignoresCase && !isCaseless(text.value));
  return needle ? [field.near(needle)] : [];
}
