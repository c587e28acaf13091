import type { Node } from "../../query/node.ts";
import type { Parameters } from "../../query/parameters.ts";
import { parseQuery } from "../../query/parse-query.ts";

/**
 * Conditions on the key of the table that hold for every match of a query: its outer `$eq` and `$in`
 * say the ids, or the refs, which lead to ids. `inProject` is the condition on the project.
 *
 * @throws InvalidInput for a malformed query; see `parseQuery`.
 */
export function namedFeedback(
  query: { readonly $expr: unknown },
  inProject: string,
  parameters: Parameters,
): string[] {
  const conditions: string[] = [];
  for (const node of outerConditions(parseQuery(query))) {
    const ids = textsOf(node, "id");
    if (ids) conditions.push(`id IN ${parameters.addList(ids, "Array(String)")}`);
    const refs = textsOf(node, "weave_ref");
    if (!refs) continue;
    const list = parameters.addList(refs, "Array(String)");
    conditions.push(`id IN (SELECT id FROM feedback WHERE ${inProject} AND weave_ref IN ${list})`);
  }
  return conditions;
}

function outerConditions(node: Node): readonly Node[] {
  return node.kind === "and" ? node.operands.flatMap(outerConditions) : [node];
}

/** The texts that a field must equal one of; undefined if the condition does not say that. */
function textsOf(node: Node, field: string): string[] | undefined {
  if (node.kind === "compare" && node.operator === "$eq") {
    const { left, right } = node;
    return isField(left, field)
      ? literals([right])
      : isField(right, field)
        ? literals([left])
        : undefined;
  }
  return node.kind === "in" && isField(node.left, field) ? literals(node.candidates) : undefined;
}

function isField(node: Node, field: string): boolean {
  return node.kind === "field" && node.path === field;
}

function literals(nodes: readonly Node[]): string[] | undefined {
  const texts: string[] = [];
  for (const node of nodes) {
    if (node.kind !== "literal" || typeof node.value !== "string") return undefined;
    texts.push(node.value);
  }
  return texts;
}
