import type { EngineErrorKind } from "../../errors.ts";

import { EngineError } from "../../errors.ts";

/** A JSON schema that is an object; `true` and `false` are written as such. */
export type SchemaObject = Readonly<Record<string, unknown>>;
export type Schema = SchemaObject | boolean;

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a JSON pointer (RFC 6901) shows for no place in particular is the whole schema. */
export function schemaError(
  kind: EngineErrorKind & ("invalid" | "unsupported"),
  pointer: string,
  message: string,
): EngineError {
  return new EngineError(kind, `JSON schema at ${pointer === "" ? "#" : pointer}: ${message}`, {
    parameter: "constraint",
  });
}

/** The pointer of a member of what a pointer shows. */
export function pointerTo(pointer: string, ...keys: readonly (string | number)[]): string {
  const parts = keys.map((key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1"));
  return [pointer === "" ? "#" : pointer, ...parts].join("/");
}

/** @throws EngineError `invalid` where the value is no schema */
export function schemaAt(value: unknown, pointer: string): Schema {
  if (typeof value === "boolean" || isSchemaObject(value)) return value;
  throw schemaError("invalid", pointer, "a schema must be an object, true or false.");
}

/** Equality of JSON values; the order of members does not matter. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) &&
      isSameJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}

/**
 * What a `$ref` within the schema shows.
 *
 * @throws EngineError `unsupported` for one that leads out of the schema, `invalid` for one that leads nowhere
 */
export function resolveReference(root: unknown, reference: unknown, pointer: string): Schema {
  if (typeof reference !== "string")
    throw schemaError("invalid", pointer, "$ref must be a string.");
  if (reference !== "#" && !reference.startsWith("#/")) {
    throw schemaError(
      "unsupported",
      pointer,
      `$ref "${reference}" does not point into the schema itself. Put what it refers to under $defs and refer to it as "#/$defs/…".`,
    );
  }
  let at: unknown = root;
  for (const part of reference.split("/").slice(1)) {
    const key = decodedPart(part, pointer);
    const isMember = typeof at === "object" && at !== null && Object.hasOwn(at, key);
    if (!isMember) {
      throw schemaError("invalid", pointer, `$ref "${reference}" leads nowhere.`);
    }
    at = (at as Record<string, unknown>)[key];
  }
  return schemaAt(at, reference);
}

function decodedPart(part: string, pointer: string): string {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch (cause) {
    throw schemaError("invalid", pointer, `$ref has a wrong escape: ${String(cause)}.`);
  }
}
