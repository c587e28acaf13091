import type { TextErrorKind } from "../../errors.ts";

import { TextError } from "../../errors.ts";
import { annotations } from "./annotations.ts";

/** A JSON schema that is an object; `true` and `false` are written as such. */
export type SchemaObject = Readonly<Record<string, unknown>>;
export type Schema = SchemaObject | boolean;

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a schema says nothing but where it is written. */
export function isPureReference(schema: SchemaObject): boolean {
  const keywords = Object.keys(schema).filter((keyword) => !annotations.has(keyword));
  return keywords.length === 1 && keywords[0] === "$ref";
}

/** What a JSON pointer (RFC 6901) shows for no place in particular is the whole schema. */
export function schemaError(
  kind: TextErrorKind & ("invalid" | "unsupported"),
  pointer: string,
  message: string,
): TextError {
  return new TextError(kind, `JSON schema at ${pointer === "" ? "#" : pointer}: ${message}`, {
    parameter: "constraint",
  });
}

/** The pointer of a member of what a pointer shows. */
export function pointerTo(pointer: string, ...keys: readonly (string | number)[]): string {
  const parts = keys.map((key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1"));
  return [pointer === "" ? "#" : pointer, ...parts].join("/");
}

/** @throws TextError `invalid` where the value is no schema */
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
 * @throws TextError `unsupported` for one that leads out of the schema, `invalid` for one that leads nowhere
 */
export function resolveReference(root: unknown, reference: unknown, pointer: string): Schema {
  if (typeof reference !== "string")
    throw schemaError("invalid", pointer, "$ref must be a string.");
  const local = localPart(root, reference);
  if (local === null) {
    throw schemaError(
      "unsupported",
      pointer,
      `$ref "${reference}" does not point into the schema itself. Put what it refers to under $defs and refer to it as "#/$defs/…".`,
    );
  }
  if (local !== "" && !local.startsWith("/")) {
    const anchored = anchoredAs(local, root);
    if (anchored !== null) return anchored;
    throw schemaError("invalid", pointer, `$ref "${reference}" leads nowhere.`);
  }
  let at: unknown = root;
  for (const part of local.split("/").slice(1)) {
    const key = decodedPart(part, pointer);
    const isMember = typeof at === "object" && at !== null && Object.hasOwn(at, key);
    if (!isMember) {
      throw schemaError("invalid", pointer, `$ref "${reference}" leads nowhere.`);
    }
    at = (at as Record<string, unknown>)[key];
  }
  return schemaAt(at, reference);
}

/** What a reference says after the number sign, where it begins with nothing or the name of the whole schema; null otherwise. */
function localPart(root: unknown, reference: string): string | null {
  const [base = "", ...rest] = reference.split("#");
  const own = isSchemaObject(root) ? root["$id"] : undefined;
  if (base !== "" && (typeof own !== "string" || own.replace(/#$/, "") !== base)) return null;
  return rest.join("#");
}

/** The schema with this `$anchor`. */
function anchoredAs(name: string, value: unknown): SchemaObject | null {
  if (typeof value !== "object" || value === null) return null;
  if (isSchemaObject(value) && value["$anchor"] === name) return value;
  for (const part of Object.values(value)) {
    const found = anchoredAs(name, part);
    if (found !== null) return found;
  }
  return null;
}

function decodedPart(part: string, pointer: string): string {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch (cause) {
    throw schemaError("invalid", pointer, `$ref has a wrong escape: ${String(cause)}.`);
  }
}
