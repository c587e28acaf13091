import { isReference } from "../document/is-reference.ts";
import type { Context } from "../document/context.ts";
import type { ObjectKind } from "../document/openapi-grammar.ts";
import type {
  Named,
  OpenApiDocument,
  OperationObject,
  PathItemObject,
  SchemaKeywords,
  SchemaObject,
} from "../document/openapi.ts";
import { framingOf, isText } from "../transform/framing.ts";
import { operationsOf } from "../transform/operation-object.ts";
import type { Operation } from "../transform/operation-object.ts";
import { declaredProperties } from "./declared-properties.ts";
import { rewrite } from "./rewrite.ts";
import type { DocumentObject } from "./rewrite.ts";
import { typeSchema } from "./type-schema.ts";

/**
 * A copy of the document for openapi-typescript, without the constructs that it gets wrong.
 *
 * It replaces tags by schema names if it sees a discriminator, follows `$ref` inside examples,
 * treats a union with an object as only one of them, and gives wrong types to content without a
 * schema and to text that is not JSON. Operations have the same ids as in the rest of the output.
 */
export function typesDocument(context: Context): OpenApiDocument {
  const byPointer = new Map(
    operationsOf(context).map((operation) => [operation.pointer, operation]),
  );
  const filled = rewrite(context.document, "document", "#", (object, kind) =>
    kind === "schema" ? declaredProperties(object, context) : object,
  );
  const typed = rewrite(filled, "document", "#", (object, kind, pointer) =>
    change(object, kind, pointer, context, byPointer),
  );
  const { schemas, parameters, headers, requestBodies, responses, pathItems } =
    typed.components ?? {};
  const named = { schemas, responses, parameters, requestBodies, headers, pathItems };
  const kept = Object.entries(named).filter(([, value]) => value !== undefined);
  return { ...typed, components: Object.fromEntries(kept) };
}

function change(
  object: DocumentObject,
  kind: ObjectKind,
  pointer: string,
  context: Context,
  operations: ReadonlyMap<string, Operation>,
): unknown {
  switch (kind) {
    case "schema":
      return typeSchema(object);
    case "mediaType":
      return mediaType(object, pointer, context);
    case "parameter":
    case "header":
      return parameter(object);
    case "response":
      return isReference(object) ? object : without(object, ["links"]);
    case "pathItem":
      return pathItem(object, pointer, operations);
    case "responses":
      return Object.fromEntries(Object.entries(object).filter(([name]) => !name.startsWith("x-")));
    case "operation":
      return without(object, ["callbacks"]);
    case "document":
      return without(object, ["tags", "info", "servers", "security", "externalDocs"]);
    default:
      return object;
  }
}

/** Each operation with its id and all its parameters, so that the path needs no parameters. */
function pathItem(
  item: PathItemObject,
  pointer: string,
  operations: ReadonlyMap<string, Operation>,
): PathItemObject {
  if (!pointer.startsWith("#/paths/")) return item;
  const entries = Object.entries(item).flatMap(([name, value]): readonly [string, unknown][] => {
    if (name === "parameters" || name === "$ref") return [];
    const operation = operations.get(`${pointer}/${name}`);
    if (operation === undefined)
      return name === "summary" || name === "description" ? [[name, value]] : [];
    return [[name, withOwn(value as OperationObject, operation)]];
  });
  return Object.fromEntries(entries);
}

function withOwn(source: OperationObject, operation: Operation): OperationObject {
  const responses = Object.entries(source.responses ?? {}).map(([status, response]) => {
    return [status === "default" ? status : status.replace(/x/gi, "X"), response] as const;
  });
  // The rewritten operation does not contain the parameters of the path.
  const parameters = operation.parameterSources.map((one) =>
    rewrite(one, "parameter", "#", (object, kind) => {
      if (isReference(object) && kind === "parameter") return object;
      return kind === "schema" ? typeSchema(object) : parameter(object);
    }),
  );
  return {
    ...source,
    operationId: operation.id,
    parameters,
    responses: Object.fromEntries(responses),
  };
}

function parameter(object: DocumentObject): DocumentObject {
  const { example: _, examples: __, content, ...others } = object;
  if (content === undefined || others["schema"] !== undefined) return others;
  const [[, value] = []] = Object.entries(content as Named<{ readonly schema?: SchemaObject }>);
  return { ...others, schema: value?.schema ?? {} };
}

const bytes: SchemaKeywords = { type: "string", format: "binary" };

/** The type that the kit and the client give to a body: bytes, text, or the type of the schema. */
function mediaType(object: DocumentObject, pointer: string, context: Context): unknown {
  const { example: _, examples: __, ...others } = object;
  const { schema } = others as { readonly schema?: SchemaObject };
  const mediaType = pointer
    .slice(pointer.lastIndexOf("/") + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
  const framing = framingOf(mediaType, schema, context, pointer);
  if (framing === "bytes") return { ...others, schema: bytes };
  const isOther = framing === "text" && (schema === undefined || !isText(schema, context, pointer));
  return isOther ? { ...others, schema: { type: "string" } } : others;
}

function without(object: DocumentObject, names: readonly string[]): DocumentObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
