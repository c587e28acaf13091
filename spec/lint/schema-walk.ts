import type { Context, Operation, Schema } from "./redocly-types.ts";

/** A schema or another part of a document, with the file that its references are relative to. */
export interface Placed<Node extends Referring = Schema> {
  readonly node: Node;
  readonly from: string;
}

interface Referring {
  readonly $ref?: string;
}

/** The schema of an operation's body, of its first media type. */
export function bodySchema(operation: Operation, context: Context): Placed | undefined {
  const from = context.location.source.absoluteRef;
  const [content] = Object.values(operation.requestBody?.content ?? {});
  return content?.schema && { node: content.schema, from };
}

/** The JSON schemas of the successful answers that stand at the operation itself. */
export function answerSchemas(operation: Operation, context: Context): readonly Placed[] {
  const from = context.location.source.absoluteRef;
  return Object.entries(operation.responses ?? {})
    .filter(([status]) => status.startsWith("2"))
    .map(([, response]) => response.content?.["application/json"]?.schema)
    .filter((schema) => schema !== undefined)
    .map((node) => ({ node, from }));
}

/** What a part of a document is, or refers to. */
export interface Resolved<Node extends Referring> extends Placed<Node> {
  /** `…/ids.yaml#/ProjectId`; undefined if there was no reference. */
  readonly reference: string | undefined;
}

/** Follows the reference of a part, if it is one; undefined if that leads nowhere. */
export function resolved<Node extends Referring>(
  part: Placed<Node>,
  context: Context,
): Resolved<Node> | undefined {
  const { node, location } = context.resolve(part.node, part.from);
  if (!node) return undefined;
  // For what is no reference, redocly gives back the place of the visitor.
  const place = part.node.$ref === undefined ? undefined : location;
  const from = place?.source.absoluteRef ?? part.from;
  return { node, from, reference: place?.absolutePointer };
}

/** The schemas of one member, in every branch that has it. */
export function member(schema: Placed, name: string, context: Context): readonly Placed[] {
  const found = resolved(schema, context);
  if (!found) return [];
  const { node, from } = found;
  const own = name === "*" ? node.items : node.properties?.[name];
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
  return [
    ...(own ? [{ node: own, from }] : []),
    ...branches.flatMap((branch) => member({ node: branch, from }, name, context)),
  ];
}
