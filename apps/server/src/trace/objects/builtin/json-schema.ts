import { isJsonArray, isJsonObject, JsonNumber, type JsonNode } from "./json-tree.ts";
import { anyObject, bool, listOf, mapOf, refuse, text, type Reader } from "./reader.ts";

const types: readonly string[] = [
  "array",
  "boolean",
  "integer",
  "null",
  "number",
  "object",
  "string",
];

const number: Reader = (node, at) =>
  node instanceof JsonNumber ? node : refuse(at, "must be a number");

const count: Reader = (node, at) =>
  node instanceof JsonNumber && node.value >= 0 && Number.isInteger(node.value)
    ? node
    : refuse(at, "must be an integer of at least 0");

const positive: Reader = (node, at) =>
  node instanceof JsonNumber && node.value > 0 ? node : refuse(at, "must be greater than 0");

const typeName: Reader = (node, at) =>
  typeof node === "string" && types.includes(node)
    ? node
    : refuse(at, `must be one of ${types.join(", ")}`);

const typeNames: Reader = (node, at) =>
  isJsonArray(node) ? atLeastOne(listOf(typeName))(node, at) : typeName(node, at);

const subschema: Reader = (node, at) =>
  typeof node === "boolean" ? node : checkJsonSchema(node, at);

const array: Reader = (node, at) => (isJsonArray(node) ? node : refuse(at, "must be an array"));

/** The keywords of drafts 7 to 2020-12 whose values have a rule. */
const keywords: Readonly<Record<string, Reader>> = {
  ...each(text, "$id", "$schema", "$ref", "$comment", "$anchor", "title", "description", "format"),
  ...each(text, "pattern", "contentEncoding", "contentMediaType"),
  ...each(bool, "readOnly", "writeOnly", "deprecated", "uniqueItems"),
  ...each(number, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
  ...each(count, "minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains"),
  ...each(count, "minProperties", "maxProperties"),
  ...each(subschema, "not", "if", "then", "else", "contains", "additionalProperties"),
  ...each(subschema, "additionalItems", "propertyNames", "unevaluatedItems"),
  ...each(subschema, "unevaluatedProperties"),
  ...each(atLeastOne(listOf(subschema)), "allOf", "anyOf", "oneOf", "prefixItems"),
  ...each(mapOf(subschema), "properties", "patternProperties", "$defs", "definitions"),
  ...each(mapOf(subschema), "dependentSchemas"),
  ...each(array, "enum", "examples"),
  type: typeNames,
  multipleOf: positive,
  required: listOf(text),
  items: (node, at) => (isJsonArray(node) ? listOf(subschema)(node, at) : subschema(node, at)),
};

/**
 * Returns a JSON Schema unchanged, or throws `InvalidInput` if a keyword has a value that no
 * validator accepts. It ignores keywords that the standard does not define.
 */
export function checkJsonSchema(node: JsonNode, at: string): JsonNode {
  const schema = anyObject(node, at);
  if (isJsonObject(schema)) {
    for (const [keyword, value] of schema) {
      if (Object.hasOwn(keywords, keyword)) keywords[keyword]?.(value, `${at}.${keyword}`);
    }
  }
  return schema;
}

function each(read: Reader, ...names: readonly string[]): Record<string, Reader> {
  return Object.fromEntries(names.map((name) => [name, read]));
}

function atLeastOne(read: Reader): Reader {
  return (node, at) =>
    isJsonArray(node) && node.length === 0 ? refuse(at, "must not be empty") : read(node, at);
}
