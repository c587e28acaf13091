import {
  astToString,
  NULL,
  resolveRef,
  transformSchema,
  transformSchemaObject,
} from "openapi-typescript";
import type {
  GlobalContext,
  OpenAPI3,
  SchemaObject,
  TransformNodeOptions,
} from "openapi-typescript";
import ts from "typescript";
import type { Context } from "../document/context.ts";
import { typesDocument } from "../prepare/types-document.ts";
import { arrayCycles } from "../transform/array-cycles.ts";
import type { GeneratedFile } from "../write/writer.ts";
import { header } from "./header.ts";
import { liftSchemas, namedTypes } from "./named-types.ts";

/**
 * Emits interfaces: `paths`, `webhooks`, `components`, `operations` by operation id, and every named
 * schema under its own name (`Call`).
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#schema-object
 */
export function emitTypes(context: Context): GeneratedFile {
  const document = typesDocument(context) as unknown as OpenAPI3;
  const all = interfacesOf(document);
  const { nodes, lifted } = liftSchemas(all, arrayCycles(context), context);
  const text = `${header(context)}\n${astToString(nodes)}\n${namedTypes(context, lifted)}`;
  return { path: context.outputs.types, text };
}

/**
 * The nodes of all interfaces. `openapi-typescript.test.ts` compares them with those of the library's
 * own entry point, and says what to look at after an update of the library.
 */
export function interfacesOf(document: OpenAPI3): ts.Node[] {
  return transformSchema(document, globalContext(document));
}

/**
 * Prepares options as openapi-typescript's own entry point does. That entry point lints and bundles
 * first, which takes longer than all the rest and finds nothing new in a bundled document.
 */
function globalContext(document: OpenAPI3): GlobalContext {
  return {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    defaultNonNullable: false,
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable: false,
    injectFooter: [],
    makePathsEnum: false,
    pathParamsAsTypes: false,
    postTransform: undefined,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    // Used only for bundling.
    redoc: undefined as unknown as GlobalContext["redoc"],
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: true,
    transform: ownType,
    transformProperty: undefined,
    resolve: ($ref) => resolveRef(document, $ref, { silent: true }),
  };
}

/** The types of schemas for which openapi-typescript has another type, or no type. */
export function ownType(
  schema: SchemaObject,
  options: TransformNodeOptions,
): ts.TypeNode | undefined {
  const { type } = schema as { readonly type?: unknown };
  const types = Array.isArray(type) ? (type as readonly unknown[]) : [type];
  if (types.includes("string") && schema.format === "binary") return bytes(types);
  if (type === "array" && "prefixItems" in schema) return tuple(schema as TupleSchema, options);
  if (type === "object") return emptyObject(schema);
  return undefined;
}

/** `format: binary` means bytes, which a `string` cannot hold. */
function bytes(types: readonly unknown[]): ts.TypeNode {
  const blob = ts.factory.createTypeReferenceNode("Blob");
  return types.includes("null") ? ts.factory.createUnionTypeNode([blob, NULL]) : blob;
}

/** An object without members differs from an object with any members. */
function emptyObject(schema: SchemaObject): ts.TypeNode | undefined {
  const { properties = {}, additionalProperties } = schema as {
    readonly properties?: object;
    readonly additionalProperties?: unknown;
  };
  if (additionalProperties !== false || Object.keys(properties).length > 0) return undefined;
  const { factory } = ts;
  return factory.createTypeReferenceNode("Record", [
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword),
  ]);
}

interface TupleSchema {
  readonly prefixItems: readonly SchemaObject[];
  readonly items?: SchemaObject;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** `[A, B?, ...C[]]`: items beyond `minItems` are optional, and more items may follow. */
function tuple(schema: TupleSchema, options: TransformNodeOptions): ts.TypeNode {
  const { prefixItems, items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  const { factory } = ts;
  const members = prefixItems.map((item, index): ts.TypeNode => {
    const member = transformSchemaObject(item, options);
    return index < minItems ? member : factory.createOptionalTypeNode(member);
  });
  const isClosed = maxItems <= prefixItems.length || isNothing(items);
  if (isClosed) return factory.createTupleTypeNode(members);
  const rest = transformSchemaObject(items ?? ({} as SchemaObject), options);
  const spread = factory.createRestTypeNode(factory.createArrayTypeNode(rest));
  return factory.createTupleTypeNode([...members, spread]);
}

function isNothing(schema: SchemaObject | undefined): boolean {
  const { enum: values } = (schema ?? {}) as { readonly enum?: readonly unknown[] };
  return values?.length === 0;
}
