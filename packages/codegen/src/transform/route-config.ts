import { isReference } from "../document/is-reference.ts";
import type { Context } from "../document/context.ts";
import type {
  MediaTypeObject,
  Named,
  ReferenceObject,
  ResponseObject,
} from "../document/openapi.ts";
import { at, members } from "../document/pointer.ts";
import { list, object } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import { literal, literalName } from "../print/literal.ts";
import { framingOf } from "./framing.ts";
import type { Operation } from "./operation-object.ts";
import { schemaObject } from "./schema-object.ts";

/** Kinds of components that become constants, to which routes refer. */
export const sharedKinds = ["headers", "parameters", "responses"] as const;

/**
 * The `RouteConfig` that describes one operation in the document that the kit emits.
 *
 * Zod schemas describe JSON bodies, so that the emitted document shows the real checks. Everything
 * else is copied: parameters, which the kit reads from the operation table, and bodies that are not
 * JSON.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#operation-object
 */
export function routeConfig(operation: Operation, context: Context): Code {
  const { method, path, source, pointer } = operation;
  const transformed = ["parameters", "requestBody", "responses"];
  const others = Object.entries(source).filter(([field]) => !transformed.includes(field));
  const code: Code[] = [
    `method: ${JSON.stringify(method)}`,
    `path: ${JSON.stringify(path)}`,
    ...membersOf({ ...Object.fromEntries(others), operationId: operation.id }, context, pointer),
  ];
  if (operation.parameterSources.length > 0) {
    code.push(["parameters: ", inline(operation.parameterSources, context, pointer)]);
  }
  if (operation.body !== undefined) {
    const body = withContent(operation.body, context, at(pointer, "requestBody"));
    code.push(["request: ", object([["body: ", body]])]);
  }
  const statuses = Object.entries(source.responses ?? {}).filter(([key]) => !key.startsWith("x-"));
  const responses = statuses.map(([status, response]): Code => {
    const place = at(pointer, "responses", status);
    return [`${literalName(status)}: `, responseObject(response, context, place)];
  });
  code.push(["responses: ", object(responses)]);
  return object(code);
}

/**
 * One response of a route, or of the components.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#response-object
 */
export function responseObject(
  response: ResponseObject | ReferenceObject,
  context: Context,
  pointer: string,
): Code {
  if (!isReference(response)) return withContent(response, context, pointer);
  const constant = constantOf(response.$ref);
  if (constant !== undefined) return constant;
  return withContent(context.resolve<ResponseObject>(response, pointer), context, pointer);
}

/** The members of a body or a response, and its content with zod schemas. */
function withContent(
  { content, ...others }: { readonly content?: Named<MediaTypeObject> },
  context: Context,
  pointer: string,
): Code {
  const code = membersAndExtensions(others, context, pointer);
  if (content === undefined) return object(code);
  const entries = Object.entries(content).map(([mediaType, value]): Code => {
    const place = at(pointer, "content", mediaType);
    return [`${literalName(mediaType)}: `, mediaTypeOf(mediaType, value, context, place)];
  });
  return object([...code, ["content: ", object(entries)]]);
}

/** https://spec.openapis.org/oas/v3.1.1.html#media-type-object */
function mediaTypeOf(
  mediaType: string,
  { schema, ...others }: MediaTypeObject,
  context: Context,
  pointer: string,
): Code {
  const code = membersAndExtensions(others, context, pointer);
  if (schema === undefined) return object(code);
  const isJson = framingOf(mediaType, schema, context, pointer) === "json";
  const reference = (name: string): string => `schemas.${context.identifier(name)}`;
  const place = { context, pointer: at(pointer, "schema"), reference };
  return object([["schema: ", isJson ? schemaObject(schema, place) : literal(schema)], ...code]);
}

/** Extensions are spread, since the types of routes refuse unknown members. */
function membersAndExtensions(record: object, context: Context, pointer: string): Code[] {
  return Object.entries(record).flatMap(([name, value]): Code[] => {
    const members = membersOf({ [name]: value }, context, pointer);
    return name.startsWith("x-") ? [["...", object(members)]] : members;
  });
}

function membersOf(record: object, context: Context, pointer: string): Code[] {
  return Object.entries(record).map(([name, value]) => {
    const isData = name === "example" || name === "value" || name.startsWith("x-");
    const code = isData ? literal(value) : inline(value, context, at(pointer, name));
    return [`${literalName(name)}: `, code];
  });
}

/**
 * A part of the document as a literal. The target of a reference replaces the reference, except for
 * schemas: they are the only components with a name in the emitted document. Examples are data, and
 * the search does not enter them.
 */
export function inline(value: unknown, context: Context, pointer: string): Code {
  if (Array.isArray(value)) {
    return list(value.map((item, index) => inline(item, context, at(pointer, index))));
  }
  if (typeof value !== "object" || value === null) return literal(value);
  if (!isReference(value)) return object(membersOf(value, context, pointer));
  if (value.$ref.startsWith("#/components/schemas/")) return literal(value);
  const target = context.resolve<unknown>(value, pointer);
  return constantOf(value.$ref) ?? inline(target, context, pointer);
}

/** `responses.NotFound` for a reference to that component. */
function constantOf(ref: string): string | undefined {
  const [, kind = "", name = ""] = members(ref);
  if (!sharedKinds.some((shared) => shared === kind)) return undefined;
  const access = literalName(name);
  return access === name ? `${kind}.${name}` : `${kind}[${JSON.stringify(name)}]`;
}
