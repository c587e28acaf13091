import type { Context } from "../../document/context.ts";
import type { ParameterObject, SchemaObject } from "../../document/openapi.ts";

/** The functions of the core that write parameters in other styles than the default. */
export type StyleName =
  | "commaDelimited"
  | "deepObject"
  | "jsonText"
  | "pipeDelimited"
  | "spaceDelimited";

const delimited: Readonly<Record<string, StyleName>> = {
  form: "commaDelimited",
  pipeDelimited: "pipeDelimited",
  spaceDelimited: "spaceDelimited",
};

/**
 * The style of a query parameter; `undefined` for exploded `form`. Exploded arrays look the same in
 * every style.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-values
 */
export function queryStyle(
  parameter: ParameterObject,
  context: Context,
  pointer: string,
): StyleName | undefined {
  if (parameter["content"] !== undefined) return "jsonText";
  if (isScalar(parameter.schema, context, pointer)) return undefined;
  const { style = "form", explode = style === "form" } = parameter;
  if (style === "deepObject") return "deepObject";
  return explode ? undefined : delimited[style];
}

/**
 * A path parameter in the notation of URI templates, if its style is not `simple`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6570
 */
export function pathTemplate(parameter: ParameterObject): string | undefined {
  const { name, style = "simple", explode = false } = parameter;
  const sigil = { label: ".", matrix: ";" }[style];
  return sigil === undefined ? undefined : `{${sigil}${name}${explode ? "*" : ""}}`;
}

function isScalar(schema: SchemaObject = true, context: Context, pointer: string): boolean {
  const target = context.resolve<SchemaObject>(schema, pointer);
  if (typeof target === "boolean" || target.type === undefined) return false;
  return [target.type].flat().every((type) => type !== "array" && type !== "object");
}
