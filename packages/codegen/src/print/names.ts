import { SpecError } from "../document/spec-error.ts";

const identifier = /^[A-Za-z_$][\w$]*$/;

/** Names that generated modules need for themselves, or that the language keeps. */
const reserved: ReadonlySet<string> = new Set([
  "$defs",
  "$Read",
  "$Write",
  "Readable",
  "Writable",
  "components",
  "operations",
  "paths",
  "webhooks",
  "z",
  "Blob",
  "Number",
  "Object",
  "Record",
  "Set",
  "component",
  "any",
  "unknown",
  "never",
  "object",
  "string",
  "number",
  "boolean",
  "symbol",
  "void",
  "undefined",
  "null",
  "true",
  "false",
  "class",
  "enum",
  "function",
  "interface",
  "type",
]);

/**
 * The name of a schema as it stands in generated code.
 *
 * Throws `SpecError` where it is not an identifier, or one that generated modules use themselves.
 */
export function typeName(name: string, pointer: string): string {
  if (!identifier.test(name)) {
    throw new SpecError(pointer, `"${name}" is not an identifier; rename the schema`);
  }
  if (reserved.has(name)) {
    throw new SpecError(pointer, `"${name}" is used by the generated code; rename the schema`);
  }
  return name;
}

/** A member name of an object literal or type: quoted only where it has to be. */
export function memberName(name: string): string {
  return identifier.test(name) ? name : JSON.stringify(name);
}

/** `trace` is `Trace`, `open-inference` is `OpenInference`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("");
}
