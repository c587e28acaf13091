/**
 * The keywords of JSON Schema 2020-12, by the type of value that they apply to.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation
 */

/** Keywords that apply to values of one type only. */
export const typedKeywords: Readonly<
  Record<"array" | "number" | "object" | "string", readonly string[]>
> = {
  object: [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
  ],
  array: [
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "uniqueItems",
    "contains",
    "minContains",
    "maxContains",
    "unevaluatedItems",
  ],
  string: ["minLength", "maxLength", "pattern"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
};

/** Keywords whose value is a number, which goes into generated code unchanged. */
export const numericKeywords: ReadonlySet<string> = new Set([
  ...typedKeywords.number,
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minContains",
  "maxContains",
  "minProperties",
  "maxProperties",
]);

/** Keywords that apply to values of any type. */
export const generalKeywords: ReadonlySet<string> = new Set([
  "$ref",
  "type",
  "enum",
  "const",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "discriminator",
  "format",
]);

/** The keywords for a type, by the name that `type` uses. */
export function keywordsOfType(type: string): readonly string[] {
  if (type === "integer") return typedKeywords.number;
  return Object.hasOwn(typedKeywords, type) ? typedKeywords[type as "object"] : [];
}

/** Whether a keyword applies to values of one type only. */
export function isTypedKeyword(keyword: string): boolean {
  return Object.values(typedKeywords).some((keywords) => keywords.includes(keyword));
}
