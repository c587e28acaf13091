/**
 * The grammar of an OpenAPI document: which members hold schemas, parameters and so on, which
 * members have names from the author, and which hold data that only looks like a document. Every
 * walk through a document follows it, so that a `$ref` in an example remains data.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#schema-1
 */

/** The kinds of objects in a document that can hold references or schemas. */
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

/** The content of a member: one object of a kind, a list of them, or a map from names to them. */
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

/** The methods that a path can have operations for, in the order of the specification. */
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
  // These refer to nothing; an example's value may look like a reference.
  discriminator: {},
  example: {},
  link: {},
  securityScheme: { description: one("plain") },
  plain: {},
};

/** Kinds whose members, except extensions, all have one kind. */
const allMembers: Partial<Record<ObjectKind, MemberRule>> = {
  responses: one("response"),
  callback: one("pathItem"),
  // Titles, servers and tags: the specification has no references in them, but many documents do.
  plain: one("plain"),
};

/** The content of an object's member, or `undefined` if it is data. */
export function memberRule(kind: ObjectKind, name: string): MemberRule | undefined {
  if (name.startsWith("x-")) return undefined;
  const own = rules[kind];
  return (Object.hasOwn(own, name) ? own[name] : undefined) ?? allMembers[kind];
}

/** The section of `components` for each kind; a kind without an entry cannot have a name. */
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
