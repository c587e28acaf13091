import type { Context, Operation, Schema } from "./redocly-types.ts";

/** A schema with the file that its references are relative to. */
export interface Placed {
  readonly node: Schema;
  readonly from: string;
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

/** The schemas of one member, in every branch that has it. */
export function member(schema: Placed, name: string, context: Context): readonly Placed[] {
  const { node, location } = context.resolve(schema.node, schema.from);
  if (!node) return [];
  // For what is no reference, redocly gives back the place of the visitor.
  const from = (schema.node.$ref && location?.source.absoluteRef) ?? schema.from;
  const own = name === "*" ? node.items : node.properties?.[name];
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
  return [
    ...(own ? [{ node: own, from }] : []),
    ...branches.flatMap((branch) => member({ node: branch, from }, name, context)),
  ];
}
