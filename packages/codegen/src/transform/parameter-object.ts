import type { Context } from "../document/context.ts";
import { isReference } from "../document/is-reference.ts";
import type {
  Json,
  MediaTypeObject,
  Named,
  ParameterObject,
  SchemaObject,
} from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { object } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import { isJson, isText } from "./framing.ts";
import { isInt64 } from "./int64-members.ts";
import type { SchemaPlace } from "./schema-object.ts";
import { schemaObject } from "./schema-object.ts";
import { typesOf } from "./types-of.ts";

const defaultStyles: Readonly<Record<string, string>> = {
  cookie: "form",
  header: "simple",
  path: "simple",
  query: "form",
};

const kinds: readonly string[] = ["string", "number", "integer", "boolean", "array", "object"];

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
  const { name, required = false, style, explode } = parameter;
  const defaultStyle = defaultStyles[parameter.in];
  if (defaultStyle === undefined) {
    throw new SpecError(at(pointer, "in"), `is ${parameter.in}; say path, query, header or cookie`);
  }
  const { schema, kind, place } = contentOf(parameter, context, pointer);
  const members: Code[] = [
    `in: ${JSON.stringify(parameter.in)}`,
    `name: ${JSON.stringify(name)}`,
    `required: ${required}`,
    ["schema: ", schemaObject(schema, place)],
    `kind: ${JSON.stringify(kind)}`,
  ];
  const target = context.resolve<SchemaObject>(schema, place.pointer);
  if (typeof target === "object" && isInt64(target)) members.push("int64: true");
  const isForm = (style ?? defaultStyle) === "form";
  if (style !== undefined && style !== defaultStyle) {
    members.push(`style: ${JSON.stringify(style)}`);
  }
  if (explode !== undefined && explode !== isForm) members.push(`explode: ${explode}`);
  members.push(...spellingsOf(parameter, kind, pointer));
  return object(members);
}

/**
 * The spellings that clients use beside the parameter's own (`x-also-accepts`): a list joined by a
 * delimiter, and other names.
 */
function spellingsOf(parameter: ParameterObject, kind: string, pointer: string): readonly Code[] {
  const given = parameter["x-also-accepts"];
  if (given === undefined) return [];
  const place = at(pointer, "x-also-accepts");
  const { delimiter, names = [] } = Object(given) as { delimiter?: unknown; names?: unknown };
  if (parameter.in !== "query") throw new SpecError(place, "stands at query parameters only");
  const members: Code[] = [];
  if (delimiter !== undefined) {
    if (kind !== "array") throw new SpecError(place, "has a delimiter, which only a list can have");
    if (typeof delimiter !== "string" || delimiter.length !== 1) {
      throw new SpecError(at(place, "delimiter"), "must be one character");
    }
    members.push(`delimiter: ${JSON.stringify(delimiter)}`);
  }
  const isNames = Array.isArray(names) && names.every((name) => typeof name === "string");
  if (!isNames) throw new SpecError(at(place, "names"), "must be a list of names");
  if (names.length > 0) members.push(`aliases: ${JSON.stringify(names)}`);
  if (members.length === 0) throw new SpecError(place, "must have a delimiter, names or both");
  return members;
}

interface ParameterContent {
  readonly schema: SchemaObject;
  readonly kind: string;
  readonly place: SchemaPlace;
}

/** A parameter has a schema, or the content of one media type: JSON or plain text. */
function contentOf(
  { name, schema, content }: ParameterObject,
  context: Context,
  pointer: string,
): ParameterContent {
  const reference = (other: string): string => `schemas.${context.identifier(other)}`;
  if (schema !== undefined) {
    const place = { context, pointer: at(pointer, "schema"), reference };
    return { schema, kind: kindOf(schema, context, place.pointer), place };
  }
  const [[mediaType, value] = []] = Object.entries((content ?? {}) as Named<MediaTypeObject>);
  if (mediaType === undefined || value === undefined) {
    const problem = `parameter ${name} has neither schema nor content`;
    if (context.isStrict) throw new SpecError(pointer, problem);
    context.warn(pointer, `${problem}: read as a string`);
    const place = { context, pointer, reference };
    return { schema: { type: "string" }, kind: "string", place };
  }
  const place = { context, pointer: at(pointer, "content", mediaType, "schema"), reference };
  if (isJson(mediaType)) return { schema: value.schema ?? true, kind: "json", place };
  const isString = value.schema !== undefined && isText(value.schema, context, place.pointer);
  return { schema: isString ? (value.schema ?? true) : { type: "string" }, kind: "string", place };
}

/** The type that the text of a parameter is converted to. */
function kindOf(schema: SchemaObject, context: Context, pointer: string): string {
  const found = [...new Set(kindsOf(schema, context, pointer, []))];
  return found.length > 1 ? "mixed" : (found[0] ?? "string");
}

function kindsOf(
  schema: SchemaObject,
  context: Context,
  pointer: string,
  open: readonly string[],
): readonly string[] {
  if (isReference(schema)) {
    if (open.includes(schema.$ref)) return [];
    const target = context.resolve<SchemaObject>({ $ref: schema.$ref }, pointer);
    return kindsOf(target, context, pointer, [...open, schema.$ref]);
  }
  if (typeof schema === "boolean") return [];
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values !== undefined) return values.filter((value) => value !== null).map(kindOfValue);
  const types = typesOf(schema);
  if (types.length > 0) return types.map((type) => (kinds.includes(type) ? type : "string"));
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  return branches.flatMap((branch) => kindsOf(branch, context, pointer, open));
}

function kindOfValue(value: Json): string {
  if (Array.isArray(value)) return "array";
  return kinds.includes(typeof value) ? typeof value : "string";
}
