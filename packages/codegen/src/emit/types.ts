import openapiTS, { astToString } from "openapi-typescript";
import type { OpenAPI3, SchemaObject } from "openapi-typescript";
import ts from "typescript";
import type { Context } from "../document/context.ts";
import { at } from "../document/pointer.ts";
import type { OpenApiDocument } from "../document/openapi.ts";
import { withoutDiscriminators } from "../document/without-discriminators.ts";
import { typeName } from "../print/names.ts";
import { docComment } from "../print/doc-comment.ts";
import type { GeneratedFile } from "../write/writer.ts";
import { header } from "./header.ts";

/**
 * Emits interfaces: `paths`, `components`, `operations` by operation id, and every named schema
 * under its own name (`Call`).
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#schema-object
 */
export async function emitTypes(context: Context): Promise<GeneratedFile> {
  const nodes = await openapiTS(plainDocument(context.document), {
    defaultNonNullable: false,
    readWriteMarkers: hasReadWriteMarkers(context.document),
    silent: true,
    transform: blobOfBinary,
  });
  const text = `${header(context)}\n${astToString(nodes)}\n${namedSchemas(context)}`;
  return { path: context.outputs.types, text };
}

/** A copy, since openapi-typescript's bundler resolves references in place. */
function plainDocument(document: OpenApiDocument): OpenAPI3 {
  return structuredClone(withoutDiscriminators(document)) as unknown as OpenAPI3;
}

/** `format: binary` is bytes, which a `string` cannot hold. */
function blobOfBinary(schema: SchemaObject): ts.TypeNode | undefined {
  if (schema.format !== "binary") return undefined;
  return ts.factory.createTypeReferenceNode("Blob");
}

/** The marker types make all other types harder to read, so only who needs them pays. */
function hasReadWriteMarkers(document: OpenApiDocument): boolean {
  return /"(?:readOnly|writeOnly)":true/.test(JSON.stringify(document));
}

function namedSchemas(context: Context): string {
  const pointer = "#/components/schemas";
  const aliases = Object.entries(context.schemas).map(([name, schema]) => {
    const description = typeof schema === "object" ? schema["description"] : undefined;
    const comment = typeof description === "string" ? docComment(description) : "";
    const type = `components["schemas"][${JSON.stringify(name)}]`;
    return `${comment}export type ${typeName(name, at(pointer, name))} = ${type};\n`;
  });
  return aliases.join("");
}
