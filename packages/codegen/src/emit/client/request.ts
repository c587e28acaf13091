import type { Context } from "../../document/context.ts";
import type { ParameterObject, SchemaObject } from "../../document/openapi.ts";
import { at } from "../../document/pointer.ts";
import { int64Members, isInt64 } from "../../transform/int64-members.ts";
import type { Operation } from "../../transform/operation-object.ts";
import { contentsOf } from "./content.ts";
import type { Content } from "./content.ts";
import { argumentNames } from "./names.ts";
import { pathTemplate, queryStyle } from "./query-styles.ts";
import type { StyleName } from "./query-styles.ts";

/** A parameter of the path. */
export interface PathArgument {
  /** The name in the document. */
  readonly name: string;
  /** The name in the method. */
  readonly argument: string;
  /** `undefined` if only the document's types can express it. */
  readonly type: "string" | "number" | "number | bigint" | undefined;
}

/** The parts of an operation's request. */
export interface RequestParts {
  /** `POST /models/{model_id}`. */
  readonly route: string;
  readonly path: readonly PathArgument[];
  /** Whether the path is a URI template with styles other than `simple`. */
  readonly isTemplate: boolean;
  readonly body: BodyArgument | undefined;
  readonly query: QueryArgument | undefined;
  /** The query that the path itself contains. */
  readonly fixedQuery: readonly (readonly [name: string, value: string])[];
  /** Whether there are required headers. */
  readonly hasRequiredHeaders: boolean;
  /** Whether the operation takes an `Idempotency-Key`. */
  readonly isKeyed: boolean;
  /** Whether the request may be repeated even though its method does not allow that. */
  readonly isSafe: boolean;
}

/** The body of a request. */
export interface BodyArgument extends Content {
  /** Whether the body may be missing. */
  readonly isOptional: boolean;
  /** Whether the body has no required member: then the default is `{}`. */
  readonly isEmptiable: boolean;
  /** The places of 64-bit integers in JSON, which take `bigint`. */
  readonly int64: readonly string[];
  /** The media type of bytes that the body may be instead of JSON: protobuf. */
  readonly bytes: string | undefined;
}

/** The query of a request. */
export interface QueryArgument {
  readonly isOptional: boolean;
  readonly styles: readonly (readonly [name: string, style: StyleName])[];
  /** Parameters that are times and accept a `Date`. */
  readonly dates: readonly string[];
  /** The places of 64-bit integers, which take `bigint`. */
  readonly int64: readonly string[];
}

const safeMethods: ReadonlySet<string> = new Set(["get", "head", "options", "put", "delete"]);
/** Headers that the client or `fetch` writes itself. */
const ownHeaders = /^(?:accept|authorization|content-type|idempotency-key)$/i;

/** Reads the parts of an operation's request. */
export function requestOf(operation: Operation, context: Context): RequestParts {
  const { method, parameters, source } = operation;
  const headers = parameters.filter((parameter) => parameter.in === "header");
  const templates = parameters.flatMap((parameter) => {
    const template = parameter.in === "path" ? pathTemplate(parameter) : undefined;
    return template === undefined ? [] : [[`{${parameter.name}}`, template] as const];
  });
  const { bare, fixed } = splitPath(operation.path);
  // In a route, the first space separates method and path.
  const written = bare.replaceAll(/\s(?![^{}]*\})/g, encodeURIComponent);
  const path = templates.reduce((text, [from, to]) => text.replace(from, to), written);
  const access = source["x-access"];
  return {
    route: `${method.toUpperCase()} ${path}`,
    path: pathArguments(operation, context),
    isTemplate: templates.length > 0,
    body: bodyOf(operation, context),
    query: queryOf(operation, context),
    fixedQuery: fixed,
    hasRequiredHeaders: headers.some(({ name, required }) => required && !ownHeaders.test(name)),
    isKeyed: headers.some(({ name }) => name.toLowerCase() === "idempotency-key"),
    isSafe:
      !safeMethods.has(method) &&
      (access === "public" || access === "read" || source["x-idempotent"] === true),
  };
}

/**
 * Removes a query and a fragment from a path. No path may have them, but large documents use them
 * to tell operations apart. The query (`/answers?beta=true`) is sent with the caller's query; the
 * fragment is not sent.
 */
function splitPath(path: string): { bare: string; fixed: readonly (readonly [string, string])[] } {
  const [whole = ""] = path.split("#");
  const [bare = "", search = ""] = whole.split("?");
  if (search.includes("{")) return { bare: whole, fixed: [] };
  return { bare, fixed: [...new URLSearchParams(search)] };
}

function pathArguments(operation: Operation, context: Context): readonly PathArgument[] {
  const names = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
  const distinct = [...new Set(names)];
  const called = argumentNames(distinct);
  return distinct.map((name, index) => {
    const parameter = operation.parameters.find((one) => one.in === "path" && one.name === name);
    return {
      name,
      argument: called[index] ?? name,
      type: scalarType(parameter, context, operation),
    };
  });
}

function scalarType(
  parameter: ParameterObject | undefined,
  context: Context,
  { pointer }: Operation,
): PathArgument["type"] {
  if (parameter === undefined) return "string";
  const schema = context.resolve<SchemaObject>(parameter.schema ?? true, pointer);
  if (typeof schema === "boolean" || schema.enum !== undefined || schema.const !== undefined) {
    return undefined;
  }
  if (schema.type === "string") return "string";
  if (isInt64(schema)) return "number | bigint";
  return schema.type === "integer" || schema.type === "number" ? "number" : undefined;
}

function bodyOf({ body, pointer }: Operation, context: Context): BodyArgument | undefined {
  const place = at(pointer, "requestBody", "content");
  const [content, ...others] = contentsOf(body?.content, context, place);
  if (content === undefined) return undefined;
  const bytes =
    content.kind === "json" ? others.find(({ kind }) => kind === "bytes")?.mediaType : undefined;
  const isOptional = body?.required !== true;
  const schema = context.resolve<SchemaObject>(content.value.schema ?? true, place);
  const isEmptiable =
    !isOptional &&
    bytes === undefined &&
    content.kind === "json" &&
    typeof schema === "object" &&
    schema.type === "object" &&
    (schema.required ?? []).length === 0 &&
    !["allOf", "anyOf", "oneOf", "minProperties"].some((keyword) => keyword in schema);
  const int64 =
    content.kind === "json" ? int64Members(content.value.schema ?? true, context, place) : [];
  return { ...content, isOptional, isEmptiable, int64, bytes };
}

function queryOf(operation: Operation, context: Context): QueryArgument | undefined {
  const parameters = operation.parameters.filter((parameter) => parameter.in === "query");
  if (parameters.length === 0) return undefined;
  return {
    isOptional: parameters.every(({ required }) => required !== true),
    styles: parameters.flatMap((parameter) => {
      const style = queryStyle(parameter, context, operation.pointer);
      return style === undefined ? [] : [[parameter.name, style] as const];
    }),
    dates: parameters
      .filter(({ schema = true }) => {
        const target = context.resolve<SchemaObject>(schema, operation.pointer);
        return typeof target === "object" && /^date(?:-time)?$/.test(target.format ?? "");
      })
      .map(({ name }) => name),
    int64: parameters.flatMap(({ name, schema = true }) =>
      int64Members(schema, context, operation.pointer).map((place) => `${at("", name)}${place}`),
    ),
  };
}
