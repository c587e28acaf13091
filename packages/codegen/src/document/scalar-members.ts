import type { ObjectKind } from "./openapi-grammar.ts";

/** The type of a member that holds no object of the specification. */
export type Scalar = "text" | "boolean" | "texts" | "list";

type Scalars = Readonly<Record<string, Scalar>>;

function each(scalar: Scalar, names: readonly string[]): Scalars {
  return Object.fromEntries(names.map((name) => [name, scalar]));
}

const parameter: Scalars = {
  ...each("text", ["description", "style"]),
  ...each("boolean", ["allowEmptyValue", "allowReserved", "deprecated", "explode", "required"]),
};

/**
 * The members whose types a generator relies on. Schema code checks the keywords of schemas that
 * only limit valid values.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#schema-1
 */
export const scalarMembers: Partial<Record<ObjectKind, Scalars>> = {
  document: { security: "list" },
  pathItem: each("text", ["description", "summary"]),
  operation: {
    ...each("text", ["description", "operationId", "summary"]),
    deprecated: "boolean",
    security: "list",
    tags: "texts",
  },
  parameter: { ...parameter, ...each("text", ["in", "name"]) },
  header: parameter,
  requestBody: { description: "text", required: "boolean" },
  response: { description: "text" },
  encoding: { ...each("text", ["contentType", "style"]), explode: "boolean" },
  discriminator: { propertyName: "text" },
  schema: {
    ...each("text", ["description", "format", "title"]),
    ...each("boolean", ["deprecated", "readOnly", "writeOnly"]),
    enum: "list",
  },
};

/**
 * The other members that objects may have, except extensions. Objects of a kind that is not listed
 * keep unknown members.
 */
export const otherMembers: Partial<Record<ObjectKind, readonly string[]>> = {
  components: [],
  pathItem: ["$ref"],
  operation: [],
  parameter: ["example"],
  header: ["example"],
  encoding: ["allowReserved"],
  example: ["description", "externalValue", "summary", "value"],
  link: ["description", "operationId", "operationRef", "parameters", "requestBody", "server"],
  requestBody: [],
  response: [],
  mediaType: ["example"],
};

/** Members in which null is a value and does not mean a missing value. */
export const dataMembers: Partial<Record<ObjectKind, readonly string[]>> = {
  schema: ["const", "default", "example"],
  parameter: ["example"],
  header: ["example"],
  mediaType: ["example"],
  example: ["value"],
};

/** Kinds of objects that may be empty: YAML reads an empty object without braces as null. */
export const mayBeEmpty: ReadonlySet<ObjectKind> = new Set([
  "encoding",
  "header",
  "mediaType",
  "pathItem",
  "response",
]);
