import type { Context } from "../document/context.ts";
import type { ParameterObject, SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { object } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import { schemaObject } from "./schema-object.ts";
import { typesOf } from "./types-of.ts";

const defaultStyles: Readonly<Record<string, string>> = {
  cookie: "form",
  header: "simple",
  path: "simple",
  query: "form",
};

const kinds: readonly string[] = ["string", "number", "integer", "boolean", "array", "object"];

/** Headers that OpenAPI takes from elsewhere, so that a parameter of that name says nothing. */
const ignoredHeaders: readonly string[] = ["accept", "content-type", "authorization"];

/**
 * The `ParameterSpec` of one parameter.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#parameter-object
 */
export function parameterObject(
  parameter: ParameterObject,
  context: Context,
  pointer: string,
): Code {
  const { name, required = false, schema, style, explode } = parameter;
  const defaultStyle = defaultStyles[parameter.in];
  if (defaultStyle === undefined) throw new SpecError(at(pointer, "in"), `is ${parameter.in}`);
  if (schema === undefined) {
    throw new SpecError(pointer, `parameter ${name} has no schema; "content" is not supported`);
  }
  if (parameter.in === "header" && ignoredHeaders.includes(name.toLowerCase())) {
    throw new SpecError(pointer, `header ${name} is no parameter: see OpenAPI's Parameter Object`);
  }
  const place = {
    context,
    pointer: at(pointer, "schema"),
    reference: (other: string): string => `schemas.${other}`,
  };
  const members: Code[] = [
    `in: ${JSON.stringify(parameter.in)}`,
    `name: ${JSON.stringify(name)}`,
    `required: ${required}`,
    ["schema: ", schemaObject(schema, place)],
    `kind: ${JSON.stringify(kindOf(schema, context, place.pointer))}`,
  ];
  const isForm = (style ?? defaultStyle) === "form";
  if (style !== undefined && style !== defaultStyle)
    members.push(`style: ${JSON.stringify(style)}`);
  if (explode !== undefined && explode !== isForm) members.push(`explode: ${explode}`);
  return object(members);
}

/** What the text of a parameter is read as; the first type where there are several. */
function kindOf(schema: SchemaObject, context: Context, pointer: string): string {
  const resolved = context.resolve<SchemaObject>(schema, pointer);
  if (typeof resolved === "boolean") return "string";
  const [type] = typesOf(resolved);
  if (type !== undefined) return kinds.includes(type) ? type : "string";
  const kindsOfBranches = branchesOf(resolved)
    .filter((branch) => typeof branch === "boolean" || branch.type !== "null")
    .map((branch) => kindOf(branch, context, pointer));
  if (new Set(kindsOfBranches).size > 1) {
    throw new SpecError(pointer, "is a union of several types; a parameter is read as one");
  }
  return kindsOfBranches[0] ?? kindOfValue(resolved);
}

function branchesOf(schema: SchemaKeywords): readonly SchemaObject[] {
  return schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
}

function kindOfValue(schema: SchemaKeywords): string {
  const value = schema.const ?? schema.enum?.[0];
  return typeof value === "number" || typeof value === "boolean" ? typeof value : "string";
}
