import type { Schema, SchemaObject } from "./schema.ts";

import { TextError } from "../../errors.ts";
import { formatPatterns } from "./formats.ts";
import { checkKeywords } from "./keywords.ts";
import {
  isSameJson,
  isSchemaObject,
  pointerTo,
  resolveReference,
  schemaAt,
  schemaError,
} from "./schema.ts";

const maxLevel = 256;

/** How formats are read: as narrowly as they are written, or as if they asserted nothing. */
export type FormatReading = "narrow" | "any";

/**
 * Whether a JSON value satisfies a schema, as far as this engine enforces schemas. With formats read narrowly what is said
 * to be accepted is; with any what is said not to be is not.
 *
 * @throws TextError `unsupported` or `invalid` for a schema that this engine cannot enforce
 */
export function accepts(
  value: unknown,
  schema: Schema,
  root: unknown,
  pointer = "",
  level = 0,
  formats: FormatReading = "narrow",
): boolean {
  if (typeof schema === "boolean") return schema;
  if (level > maxLevel) {
    throw schemaError("invalid", pointer, "schemas that refer to each other without end.");
  }
  checkKeywords(schema, pointer);
  for (const keyword of ["unevaluatedProperties", "unevaluatedItems"]) {
    if (schema[keyword] === undefined) continue;
    const at = pointerTo(pointer, keyword);
    throw schemaError("unsupported", at, `${keyword} cannot be checked for listed values.`);
  }
  const reads =
    (reading: FormatReading): Within =>
    (at, child, part) =>
      accepts(child, schemaAt(part, at), root, at, level + 1, reading);
  const within = reads(formats);
  const other = formats === "narrow" ? "any" : "narrow";
  const branch = (keyword: string, reading = formats): boolean[] =>
    ((schema[keyword] ?? []) as readonly unknown[]).map((part, index) =>
      reads(reading)(pointerTo(pointer, keyword, index), value, part),
    );
  if (schema["$ref"] !== undefined) {
    const target = resolveReference(root, schema["$ref"], pointer);
    if (!accepts(value, target, root, pointerTo(pointer, "$ref"), level + 1, formats)) return false;
  }
  if (branch("allOf").includes(false)) return false;
  if (schema["anyOf"] !== undefined && !branch("anyOf").includes(true)) return false;
  if (schema["oneOf"] !== undefined) {
    // At least one for certain, and no two that are possible; or the other way round.
    if (!branch("oneOf").includes(true) || branch("oneOf", other).filter(Boolean).length > 1) {
      return false;
    }
  }
  const { not } = schema;
  if (not !== undefined && reads(other)(pointerTo(pointer, "not"), value, not)) return false;
  if (Object.hasOwn(schema, "const") && !isSameJson(value, schema["const"])) return false;
  const listed = schema["enum"] as readonly unknown[] | undefined;
  if (listed !== undefined && !listed.some((each) => isSameJson(value, each))) return false;
  return (
    isOfType(value, schema["type"]) &&
    (typeof value !== "number" || acceptsNumber(value, schema)) &&
    (typeof value !== "string" || acceptsString(value, schema, formats)) &&
    (!Array.isArray(value) || acceptsArray(value, schema, pointer, within)) &&
    (!isSchemaObject(value) || acceptsObject(value, schema, pointer, within))
  );
}

/** @throws TextError `invalid` for what is no regular expression */
export function patternTest(pattern: string): RegExp {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch (cause) {
      // Escapes of characters that need none are errors with the flag alone.
      if (flags === "") {
        throw new TextError("invalid", `The pattern ${JSON.stringify(pattern)} is malformed.`, {
          parameter: "constraint",
          cause,
        });
      }
    }
  }
  throw new TextError("internal", "A pattern was tried with no flags.");
}

type Within = (pointer: string, child: unknown, part: unknown) => boolean;

function isOfType(value: unknown, type: unknown): boolean {
  if (type === undefined) return true;
  if (Array.isArray(type)) return type.some((each) => isOfType(value, each));
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isSchemaObject(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function isBetween(value: number, from: unknown, to: unknown): boolean {
  return (
    value >= ((from as number | undefined) ?? -Infinity) &&
    value <= ((to as number | undefined) ?? Infinity)
  );
}

/** Whether a number is within a schema's bounds, and a multiple of what it asks for. */
export function acceptsNumber(value: number, schema: SchemaObject): boolean {
  const divisor = (schema["multipleOf"] as number | undefined) ?? 1;
  if (schema["multipleOf"] !== undefined && !Number.isInteger(value / divisor)) return false;
  const above = (schema["exclusiveMinimum"] as number | undefined) ?? -Infinity;
  const below = (schema["exclusiveMaximum"] as number | undefined) ?? Infinity;
  return isBetween(value, schema["minimum"], schema["maximum"]) && value > above && value < below;
}

/** Whether a string has the length, pattern and format that a schema asks for. */
export function acceptsString(
  value: string,
  schema: SchemaObject,
  formats: FormatReading,
): boolean {
  if (!isBetween(Array.from(value).length, schema["minLength"], schema["maxLength"])) return false;
  const pattern = schema["pattern"] as string | undefined;
  if (pattern !== undefined && !patternTest(pattern).test(value)) return false;
  if (formats === "any") return true;
  const format = formatPatterns.get((schema["format"] as string | undefined) ?? "");
  return format === undefined || new RegExp(`^(?:${format})$`, "u").test(value);
}

function acceptsArray(
  value: readonly unknown[],
  schema: SchemaObject,
  pointer: string,
  within: Within,
): boolean {
  if (!isBetween(value.length, schema["minItems"], schema["maxItems"])) return false;
  if (schema["uniqueItems"] === true) {
    const hasTwice = value.some((item, index) =>
      value.slice(0, index).some((earlier) => isSameJson(item, earlier)),
    );
    if (hasTwice) return false;
  }
  const prefix = (schema["prefixItems"] ?? []) as readonly unknown[];
  return value.every((item, index) => {
    if (index < prefix.length) {
      return within(pointerTo(pointer, "prefixItems", index), item, prefix[index]);
    }
    return within(pointerTo(pointer, "items"), item, schema["items"] ?? true);
  });
}

function acceptsObject(
  value: SchemaObject,
  schema: SchemaObject,
  pointer: string,
  within: Within,
): boolean {
  const names = Object.keys(value);
  if (!isBetween(names.length, schema["minProperties"], schema["maxProperties"])) return false;
  const required = (schema["required"] ?? []) as readonly string[];
  if (!required.every((name) => Object.hasOwn(value, name))) return false;
  const keys = schema["propertyNames"] ?? true;
  const keysAt = pointerTo(pointer, "propertyNames");
  if (!names.every((name) => within(keysAt, name, keys))) return false;
  const properties = (schema["properties"] ?? {}) as SchemaObject;
  const patterns = Object.entries((schema["patternProperties"] ?? {}) as SchemaObject);
  return names.every((name) => {
    const child = value[name];
    const matching = patterns.filter(([pattern]) => patternTest(pattern).test(name));
    const isNamed = Object.hasOwn(properties, name);
    if (isNamed && !within(pointerTo(pointer, "properties", name), child, properties[name])) {
      return false;
    }
    for (const [pattern, part] of matching) {
      if (!within(pointerTo(pointer, "patternProperties", pattern), child, part)) return false;
    }
    if (isNamed || matching.length > 0) return true;
    const additional = schema["additionalProperties"] ?? true;
    return within(pointerTo(pointer, "additionalProperties"), child, additional);
  });
}
