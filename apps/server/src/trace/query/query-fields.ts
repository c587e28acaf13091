import type { Node } from "./node.ts";
import { parseQuery } from "./parse-query.ts";

/** A query as the wire has it. */
export interface Query {
  readonly $expr: unknown;
}

/**
 * The paths of the fields that a query reads.
 *
 * @throws InvalidInput for a malformed query; see `parseQuery`.
 */
export function queryFields(query: Query): Set<string> {
  return fieldsOf(parseQuery(query));
}

/** The paths of the fields that a part of a query reads. */
export function fieldsOf(node: Node): Set<string> {
  const paths = new Set<string>();
  collect(node, paths);
  return paths;
}

/**
 * The conditions of a query that read no excluded field; undefined if there is none. Every match of
 * the whole query matches them.
 */
export function conditionsWithout(
  query: Query,
  isExcluded: (path: string) => boolean,
): Query | undefined {
  const operands = conjunction(query.$expr) ?? [query.$expr];
  const kept = operands.filter(($expr) => ![...queryFields({ $expr })].some(isExcluded));
  return kept.length === 0 ? undefined : { $expr: { $and: kept } };
}

function conjunction(expression: unknown): readonly unknown[] | undefined {
  const operands = (expression as { readonly $and?: unknown }).$and;
  return Array.isArray(operands) ? operands : undefined;
}

function collect(node: Node, paths: Set<string>): void {
  if (node.kind === "field") paths.add(node.path);
  for (const operand of operandsOf(node)) collect(operand, paths);
}

function operandsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case "literal":
    case "field":
      return [];
    case "convert":
    case "size":
      return [node.input];
    case "not":
      return [node.operand];
    case "and":
    case "or":
      return node.operands;
    case "compare":
      return [node.left, node.right];
    case "in":
      return [node.left, ...node.candidates];
    default:
      return [node.input, node.substring];
  }
}
