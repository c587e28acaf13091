import type { Context } from "../../document/context.ts";
import type { MediaTypeObject, ParameterObject, SchemaObject } from "../../document/openapi.ts";

/** An example of the document. */
export interface Example {
  /** `undefined` if the document gives only one example. */
  readonly name: string | undefined;
  readonly summary: string | undefined;
  readonly value: unknown;
}

/**
 * The examples of a media type or a parameter: its own, or else the examples of its schema.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#working-with-examples
 */
export function examplesOf(
  owner: MediaTypeObject | ParameterObject,
  context: Context,
  pointer: string,
): readonly Example[] {
  if ("example" in owner) return [{ name: undefined, summary: undefined, value: owner["example"] }];
  const named = Object.entries(Object(owner["examples"]) as Readonly<Record<string, unknown>>);
  const own = named.flatMap(([name, given]): Example[] => {
    const example = context.resolve<Readonly<Record<string, unknown>>>(
      given as object as never,
      pointer,
    );
    if (!("value" in example)) return [];
    const { summary, value } = example;
    return [{ name, summary: typeof summary === "string" ? summary : undefined, value }];
  });
  return own.length > 0 ? own : ofSchema(owner.schema, context, pointer);
}

function ofSchema(
  schema: SchemaObject | undefined,
  context: Context,
  pointer: string,
): readonly Example[] {
  if (schema === undefined) return [];
  const resolved = context.resolve<SchemaObject>(schema, pointer);
  if (typeof resolved === "boolean") return [];
  const { example, examples } = resolved;
  const values = example === undefined ? (Array.isArray(examples) ? examples : []) : [example];
  return values
    .slice(0, 1)
    .map((value: unknown) => ({ name: undefined, summary: undefined, value }));
}
