/**
 * What stands where in an OpenAPI document: which members hold schemas, parameters and so on, which
 * members' names are chosen by the author, and which hold data that only looks like a document.
 * Whoever walks a document goes by this, so that a `$ref` in an example stays what it is.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#schema-1
 */

/** The kinds of objects of a document that can hold references or schemas. */
export type ObjectKind =
  | "callback"
  | "components"
  | "discriminator"
  | "document"
  | "encoding"
  | "example"
  | "header"
  | "link"
  | "mediaType"
  | "operation"
  | "parameter"
  | "pathItem"
  | "plain"
  | "requestBody"
  | "response"
  | "responses"
  | "schema"
  | "securityScheme";

/** What a member holds: one object of a kind, a list of them, or a map from names to them. */
export interface MemberRule {
  readonly holds: "one" | "list" | "map" | "oneOrList";
  readonly kind: ObjectKind;
}

const one = (kind: ObjectKind): MemberRule => ({ holds: "one", kind });
const list = (kind: ObjectKind): MemberRule => ({ holds: "list", kind });
const map = (kind: ObjectKind): MemberRule => ({ holds: "map", kind });

function each(rule: MemberRule, names: readonly string[]): Rules {
  return Object.fromEntries(names.map((name) => [name, rule]));
}

type Rules = Readonly<Record<string, MemberRule>>;

const parameter: Rules = {
  schema: one("schema"),
  content: map("mediaType"),
  examples: map("example"),
  description: one("plain"),
};

/** The methods a path can have operations for, in the order of the specification. */
const operationMethods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

const rules: Readonly<Record<ObjectKind, Rules>> = {
  document: {
    info: one("plain"),
    servers: list("plain"),
    tags: list("plain"),
    externalDocs: one("plain"),
    paths: map("pathItem"),
    webhooks: map("pathItem"),
    components: one("components"),
  },
  components: {
    schemas: map("schema"),
    responses: map("response"),
    parameters: map("parameter"),
    examples: map("example"),
    requestBodies: map("requestBody"),
    headers: map("header"),
    securitySchemes: map("securityScheme"),
    links: map("link"),
    callbacks: map("callback"),
    pathItems: map("pathItem"),
  },
  pathItem: {
    parameters: list("parameter"),
    servers: list("plain"),
    description: one("plain"),
    ...each(one("operation"), operationMethods),
  },
  operation: {
    description: one("plain"),
    externalDocs: one("plain"),
    servers: list("plain"),
    parameters: list("parameter"),
    requestBody: one("requestBody"),
    responses: one("responses"),
    callbacks: map("callback"),
  },
  responses: {},
  callback: {},
  parameter,
  header: parameter,
  requestBody: { content: map("mediaType"), description: one("plain") },
  response: {
    description: one("plain"),
    headers: map("header"),
    content: map("mediaType"),
    links: map("link"),
  },
  mediaType: {
    schema: one("schema"),
    examples: map("example"),
    encoding: map("encoding"),
  },
  encoding: { headers: map("header") },
  schema: {
    description: one("plain"),
    discriminator: one("discriminator"),
    items: { holds: "oneOrList", kind: "schema" },
    ...each(one("schema"), [
      "additionalItems",
      "additionalProperties",
      "contains",
      "contentSchema",
      "else",
      "if",
      "not",
      "propertyNames",
      "then",
      "unevaluatedItems",
      "unevaluatedProperties",
    ]),
    ...each(list("schema"), ["allOf", "anyOf", "oneOf", "prefixItems"]),
    ...each(map("schema"), [
      "$defs",
      "definitions",
      "dependentSchemas",
      "patternProperties",
      "properties",
    ]),
  },
  // What these hold refers to nothing; an example's value may look as if it did.
  discriminator: {},
  example: {},
  link: {},
  securityScheme: { description: one("plain") },
  plain: {},
};

/** Kinds whose every member, extensions aside, is of one kind. */
const allMembers: Partial<Record<ObjectKind, MemberRule>> = {
  responses: one("response"),
  callback: one("pathItem"),
  // Titles, servers, tags: references in them are none of the specification, but in wide use.
  plain: one("plain"),
};

/** What a member of an object holds, or `undefined` where it is data. */
export function memberRule(kind: ObjectKind, name: string): MemberRule | undefined {
  if (name.startsWith("x-")) return undefined;
  const own = rules[kind];
  return (Object.hasOwn(own, name) ? own[name] : undefined) ?? allMembers[kind];
}

/** Where in `components` things of a kind are named; kinds that are missing cannot be named. */
export const componentSections: Partial<Record<ObjectKind, string>> = {
  schema: "schemas",
  response: "responses",
  parameter: "parameters",
  example: "examples",
  requestBody: "requestBodies",
  header: "headers",
  securityScheme: "securitySchemes",
  link: "links",
  callback: "callbacks",
};
