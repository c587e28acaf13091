import { isReference } from "../document/is-reference.ts";
import type { SchemaObject } from "../document/openapi.ts";
import { isUnconstrained } from "./annotations.ts";
import type { SchemaScope } from "./schema-kind.ts";
import { isBinary } from "./string-schema.ts";

/** Whether a schema accepts every value, so that zod writes it as `z.unknown()`. */
export function acceptsAnything(schema: SchemaObject, scope: SchemaScope): boolean {
  if (typeof schema === "boolean") return schema;
  if (!isReference(schema)) return isUnconstrained(schema) || isBinary(schema);
  return acceptsAnything(scope.context.resolve<SchemaObject>(schema, scope.pointer), scope);
}
