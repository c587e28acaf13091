import type { PathItemObject, SchemaObject } from "../document/openapi.ts";
import { flat } from "../print/code.ts";
import { contextOf } from "./context-of.ts";
import { operationsOf } from "../transform/operation-object.ts";
import { operationSpec } from "../transform/operation-spec.ts";

const schemas: Record<string, SchemaObject> = {
  Name: { type: "string" },
  Create: {
    type: "object",
    required: ["project_id", "val"],
    properties: {
      project_id: { type: "string" },
      val: { "x-raw-json": true },
      mode: { type: "string", "x-invalid-status": 400 },
    },
  },
  Upload: {
    type: "object",
    required: ["project_id", "file"],
    properties: {
      project_id: { type: "string" },
      file: { type: "string", format: "binary" },
      pages: { type: "array", items: { type: "string", format: "binary" } },
    },
  },
};

/** What the operations of these tests answer. */
export const answered: object = { responses: { "204": { description: "Done." } } };
/** The access that the operations of these tests say. */
export const said = { "x-access": "write", "x-project": { none: "of a test" } };

/** The specifications of all operations at some paths, each in one line. */
export function specsOf(paths: Record<string, PathItemObject>, components = {}): string[] {
  const context = contextOf({ schemas, paths, components });
  return operationsOf(context).map((operation) => flat(operationSpec(operation, context)));
}

/** The specification of one operation, in one line. */
export function specOf(operation: object, path = "/things", item: object = {}): string {
  const post = { operationId: "things.create", ...said, ...answered, ...operation };
  return specsOf({ [path]: { ...item, post } })[0] ?? "";
}

/** The body of an operation. */
export function bodyOf(mediaType: string, schema: SchemaObject, more: object = {}): object {
  return { requestBody: { required: true, content: { [mediaType]: { schema, ...more } } } };
}

/** A body whose project, raw member and status are marked. */
export const create: object = bodyOf("application/json", { $ref: "#/components/schemas/Create" });
