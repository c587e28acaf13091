import type { ObjectKind } from "./openapi-grammar.ts";

/** What a member holds that holds no object of the specification. */
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
 * The members whose type a generator relies on. Keywords of schemas that only say what is valid are
 * looked at where schemas are.
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
 * What else objects may have, extensions aside. Of kinds that are not here, members that nobody
 * knows are let be.
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

/** Members in which null is a value and not the lack of one. */
export const dataMembers: Partial<Record<ObjectKind, readonly string[]>> = {
  schema: ["const", "default", "example"],
  parameter: ["example"],
  header: ["example"],
  mediaType: ["example"],
  example: ["value"],
};

/** Kinds of objects that may be empty: null, which is how YAML reads nothing, stands for that. */
export const mayBeEmpty: ReadonlySet<ObjectKind> = new Set([
  "encoding",
  "header",
  "mediaType",
  "pathItem",
  "response",
]);
