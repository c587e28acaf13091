import { isReference } from "../../document/is-reference.ts";
import type { SchemaKeywords, SchemaObject } from "../../document/openapi.ts";
import { typesOf } from "../../transform/types-of.ts";
import type { Links } from "./links.ts";
import { code } from "./markdown.ts";
import { schemaNameOf } from "./schema-homes.ts";

const mostValues = 24;

/** The type of a value in words: `array of Call`, `string or null`, `map of integer`. */
export function readableType(schema: SchemaObject, links: Links): string {
  const types = [...new Set(alternatives(schema, links))];
  return types.length === 0 ? "any JSON" : types.join(" or ");
}

/** The limits of a schema beside its type. */
export function limitsOf(schema: SchemaObject): readonly string[] {
  if (typeof schema === "boolean" || isReference(schema)) return [];
  const { pattern, multipleOf, uniqueItems } = schema;
  const [only, ...others] = (schema.anyOf ?? schema.oneOf ?? []).filter(
    (branch) => !isNull(branch),
  );
  return [
    ...(only !== undefined && others.length === 0 ? limitsOf(only) : []),
    ...bounds("", schema.minimum, schema.maximum),
    ...(schema.exclusiveMinimum === undefined ? [] : [`above ${schema.exclusiveMinimum}`]),
    ...(schema.exclusiveMaximum === undefined ? [] : [`below ${schema.exclusiveMaximum}`]),
    ...bounds(" characters", schema.minLength, schema.maxLength),
    ...bounds(" items", schema.minItems, schema.maxItems),
    ...bounds(" members", schema.minProperties, schema.maxProperties),
    ...(multipleOf === undefined ? [] : [`a multiple of ${multipleOf}`]),
    ...(uniqueItems === true ? ["each once"] : []),
    ...(pattern === undefined ? [] : [`matches ${code(pattern)}`]),
    ...("default" in schema ? [`default ${code(JSON.stringify(schema["default"]))}`] : []),
  ];
}

function alternatives(schema: SchemaObject, links: Links): readonly string[] {
  if (schema === true) return [];
  if (schema === false) return ["nothing"];
  if (isReference(schema)) {
    const name = schemaNameOf(schema.$ref);
    return [name === undefined ? code(schema.$ref) : links.schema(name)];
  }
  if ("const" in schema) return [code(JSON.stringify(schema.const))];
  if (schema.enum) return valuesOf(schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return branches.flatMap((branch) => nonEmpty(alternatives(branch, links)));
  if (schema.allOf) return allOf(schema.allOf, links);
  const { type } = schema;
  const isNullable = type === "null" || (Array.isArray(type) && type.includes("null"));
  const types = typesOf(schema).map((name) => typeInWords(name, schema, links));
  const implied = types.length === 0 && !isNullable ? impliedType(schema, links) : [];
  return [...types, ...implied, ...(isNullable ? ["null"] : [])];
}

function valuesOf(values: readonly unknown[]): readonly string[] {
  const shown = values.slice(0, mostValues).map((value) => code(JSON.stringify(value)));
  const left = values.length - shown.length;
  return left > 0 ? [...shown, `${left} more`] : shown;
}

function allOf(parts: readonly SchemaObject[], links: Links): readonly string[] {
  const types = parts.map((part) => alternatives(part, links)).filter((part) => part.length > 0);
  const distinct = [...new Set(types.map((part) => part.join(" or ")))];
  return distinct.length === 0 ? [] : [distinct.join(" and ")];
}

function typeInWords(type: string, schema: SchemaKeywords, links: Links): string {
  if (type === "array") return arrayInWords(schema, links);
  if (type === "object") return objectInWords(schema, links);
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

function impliedType(schema: SchemaKeywords, links: Links): readonly string[] {
  if (schema.properties) return ["object"];
  return schema.items === undefined ? [] : [arrayInWords(schema, links)];
}

function arrayInWords({ items, prefixItems }: SchemaKeywords, links: Links): string {
  if (prefixItems) return `[${prefixItems.map((item) => readableType(item, links)).join(", ")}]`;
  return items === undefined ? "array" : `array of ${grouped(readableType(items, links))}`;
}

function objectInWords(schema: SchemaKeywords, links: Links): string {
  const { additionalProperties: others, properties } = schema;
  const isMap = properties === undefined && others !== undefined && others !== false;
  if (!isMap) return "object";
  return others === true ? "object" : `map of ${grouped(readableType(others, links))}`;
}

function grouped(type: string): string {
  return type.includes(" or ") ? `(${type})` : type;
}

function isNull(schema: SchemaObject): boolean {
  return typeof schema !== "boolean" && schema.type === "null";
}

function nonEmpty(types: readonly string[]): readonly string[] {
  return types.length === 0 ? ["any JSON"] : types;
}

function bounds(of: string, least: number | undefined, most: number | undefined): string[] {
  if (least !== undefined && least === most) return [`exactly ${least}${of}`];
  return [
    ...(least === undefined ? [] : [`at least ${least}${of}`]),
    ...(most === undefined ? [] : [`at most ${most}${of}`]),
  ];
}
