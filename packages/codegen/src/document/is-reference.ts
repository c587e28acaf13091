import type { ReferenceObject } from "./openapi.ts";

/** Whether a value is `{ $ref: "…" }`. */
export function isReference(value: unknown): value is ReferenceObject {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.hasOwn(value, "$ref") &&
    typeof (value as { readonly $ref: unknown }).$ref === "string"
  );
}
