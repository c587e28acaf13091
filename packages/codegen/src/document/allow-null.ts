import { isReference } from "./is-reference.ts";
import { members } from "./pointer.ts";
import type { Positions } from "./positions.ts";
import type { MutableObject } from "./walk.ts";

/** Members that describe a schema and do not restrict its values. */
const annotations: ReadonlySet<string> = new Set([
  "default",
  "deprecated",
  "description",
  "example",
  "examples",
  "externalDocs",
  "readOnly",
  "summary",
  "title",
  "writeOnly",
]);

/**
 * Makes a schema accept null too: the meaning of `nullable: true`.
 *
 * An enum without null gets null. By the letter of 3.0.3 the enum would win, but an author who
 * writes both means null to be valid.
 *
 * @see
 * https://github.com/OAI/OpenAPI-Specification/blob/main/proposals/2019-10-31-Clarify-Nullable.md
 */
export function allowNull(
  schema: MutableObject,
  document: MutableObject,
  positions: Positions,
): void {
  if (acceptsNull(schema, document)) return;
  // Each of these keywords also restricts null, whatever the other keywords allow.
  if (["$ref", "allOf", "const", "not", "if"].some((name) => Object.hasOwn(schema, name))) {
    moveIntoBranch(schema, positions);
    return;
  }
  const types = typesOf(schema);
  if (types.length > 0) schema["type"] = [...types, "null"];
  if (Array.isArray(schema["enum"]) && !schema["enum"].includes(null)) {
    schema["enum"] = made([...schema["enum"], null], schema["enum"], positions);
  }
  for (const union of ["anyOf", "oneOf"]) {
    const branches: unknown = schema[union];
    if (!Array.isArray(branches)) continue;
    // If two branches accepted null, `oneOf` would refuse it.
    if (branches.some((branch) => acceptsNull(branch, document))) continue;
    schema[union] = made([...(branches as unknown[]), { type: "null" }], branches, positions);
  }
}

/** The types that a schema names, or the type that its keywords imply. */
function typesOf(schema: MutableObject): readonly unknown[] {
  const { type } = schema;
  if (type !== undefined) return Array.isArray(type) ? type : [type];
  if (Object.hasOwn(schema, "properties") || Object.hasOwn(schema, "additionalProperties")) {
    return ["object"];
  }
  return Object.hasOwn(schema, "items") ? ["array"] : [];
}

/** `{ a, description }` becomes `{ anyOf: [{ a }, { type: "null" }], description }`. */
function moveIntoBranch(schema: MutableObject, positions: Positions): void {
  const branch: MutableObject = made({}, schema, positions);
  for (const name of Object.keys(schema)) {
    if (annotations.has(name) || name.startsWith("x-")) continue;
    branch[name] = schema[name];
    delete schema[name];
  }
  schema["anyOf"] = made([branch, { type: "null" }], schema, positions);
}

function made<Made extends object>(value: Made, origin: object, positions: Positions): Made {
  positions.inherit(value, origin);
  return value;
}

/** Whether the schema obviously accepts null; follows at most one reference. */
function acceptsNull(schema: unknown, document: MutableObject): boolean {
  const target = isReference(schema) ? lookUp(document, schema.$ref) : schema;
  if (typeof target !== "object" || target === null || isReference(target)) return false;
  const { type, nullable, enum: values, anyOf } = target as MutableObject;
  if (Array.isArray(values) && !values.includes(null) && nullable !== true) return false;
  if (type === "null" || nullable === true) return true;
  if (Array.isArray(type)) return type.includes("null");
  return Array.isArray(anyOf) && anyOf.some((branch) => acceptsNull(branch, document));
}

function lookUp(document: unknown, ref: string): unknown {
  if (!ref.startsWith("#/")) return undefined;
  let current = document;
  for (const member of members(ref)) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as MutableObject)[member];
  }
  return current;
}
