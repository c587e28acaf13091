import type { Schema, SchemaObject } from "./schema.ts";

import { annotations } from "./annotations.ts";
import { isSameJson, pointerTo, schemaAt, schemaError } from "./schema.ts";

const maxBranches = 256;
const objectKeywords = ["properties", "additionalProperties", "patternProperties"];

/** How two values of one keyword become the one that asserts both. */
const combine: Readonly<Record<string, (a: never, b: never) => unknown>> = {
  minimum: (a: number, b: number) => Math.max(a, b),
  exclusiveMinimum: (a: number, b: number) => Math.max(a, b),
  minLength: (a: number, b: number) => Math.max(a, b),
  minItems: (a: number, b: number) => Math.max(a, b),
  minProperties: (a: number, b: number) => Math.max(a, b),
  maximum: (a: number, b: number) => Math.min(a, b),
  exclusiveMaximum: (a: number, b: number) => Math.min(a, b),
  maxLength: (a: number, b: number) => Math.min(a, b),
  maxItems: (a: number, b: number) => Math.min(a, b),
  maxProperties: (a: number, b: number) => Math.min(a, b),
  required: (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])],
  items: (a: unknown, b: unknown) => both(a, b),
  allOf: (a: readonly unknown[], b: readonly unknown[]) => [...a, ...b],
  // Both match whole texts.
  pattern: (a: string, b: string) => `^(?=(?:${a})$)(?:${b})$`,
  not: (a: unknown, b: unknown) => ({ anyOf: [a, b] }),
  uniqueItems: (a: boolean, b: boolean) => a || b,
  propertyNames: (a: unknown, b: unknown) => both(a, b),
};
/** Keywords whose values cannot be combined. Any other that is not known here asserts nothing. */
const single = ["format", "multipleOf", "prefixItems", "patternProperties"];

/**
 * One schema that allows what both allow. Neither has a `$ref` at its top.
 *
 * @returns false where nothing is left
 * @throws TextError `unsupported` where the two cannot be expressed as one
 */
export function mergeSchemas(a: Schema, b: Schema, pointer: string): Schema {
  if (a === false || b === false) return false;
  if (a === true) return b;
  if (b === true) return a;
  const merged: Record<string, unknown> = { ...a, ...mergedObjectKeywords(a, b, pointer) };
  for (const [keyword, value] of Object.entries(b)) {
    if (objectKeywords.includes(keyword)) continue;
    const own = a[keyword];
    if (own === undefined) merged[keyword] = value;
    else if (annotations.has(keyword) || isSameJson(own, value)) continue;
    else if (keyword === "type") {
      const types = commonTypes(own, value);
      if (types.length === 0) return false;
      merged["type"] = types;
    } else if (keyword === "enum") {
      const common = (own as unknown[]).filter((each) =>
        (value as unknown[]).some((other) => isSameJson(each, other)),
      );
      if (common.length === 0) return false;
      merged["enum"] = common;
    } else if (keyword === "const") return false;
    else if (keyword === "anyOf" || keyword === "oneOf") {
      merged[keyword] = crossed(own as unknown[], value as unknown[], pointerTo(pointer, keyword));
    } else {
      const rule = combine[keyword];
      if (rule === undefined && !single.includes(keyword)) continue;
      if (rule === undefined || a["prefixItems"] !== undefined || b["prefixItems"] !== undefined) {
        throw schemaError(
          "unsupported",
          pointerTo(pointer, keyword),
          `two different values of ${keyword} apply to one place, which this engine cannot combine. Write them as one.`,
        );
      }
      merged[keyword] = rule(own as never, value as never);
    }
  }
  const isTuple = merged["prefixItems"] !== undefined;
  if (isTuple && (a["prefixItems"] === undefined) !== (b["prefixItems"] === undefined)) {
    if (a["items"] !== undefined && b["items"] === undefined && a["prefixItems"] === undefined) {
      throw schemaError(
        "unsupported",
        pointer,
        "items of one schema apply to prefixItems of another.",
      );
    }
    if (b["items"] !== undefined && b["prefixItems"] === undefined) {
      throw schemaError(
        "unsupported",
        pointer,
        "items of one schema apply to prefixItems of another.",
      );
    }
  }
  return merged;
}

function both(a: unknown, b: unknown): unknown {
  if (a === undefined || a === true) return b;
  if (b === undefined || b === true || isSameJson(a, b)) return a;
  if (a === false || b === false) return false;
  return { allOf: [a, b] };
}

function commonTypes(a: unknown, b: unknown): unknown[] {
  const own: unknown[] = Array.isArray(a) ? a : [a];
  const other: unknown[] = Array.isArray(b) ? b : [b];
  const has = (types: unknown[], type: unknown): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [
    ...new Set([
      ...own.filter((type) => has(other, type)),
      ...other.filter((type) => has(own, type)),
    ]),
  ];
}

function crossed(a: readonly unknown[], b: readonly unknown[], pointer: string): unknown[] {
  if (a.length * b.length > maxBranches) {
    throw schemaError("invalid", pointer, `more than ${maxBranches} combinations of alternatives.`);
  }
  return a.flatMap((own) => b.map((other) => ({ allOf: [own, other] })));
}

/** A property that only one side names is to the other an additional one, and must satisfy what it says of those. */
function mergedObjectKeywords(
  a: SchemaObject,
  b: SchemaObject,
  pointer: string,
): Record<string, unknown> {
  const has = (schema: SchemaObject): boolean =>
    objectKeywords.some((keyword) => schema[keyword] !== undefined);
  if (!has(b)) return {};
  if (!has(a)) return picked(b);
  const patterns = a["patternProperties"] ?? b["patternProperties"];
  const isEither = a["patternProperties"] === undefined || b["patternProperties"] === undefined;
  const isClosed = [a, b].some((each) => (each["additionalProperties"] ?? true) !== true);
  // What is said of additional properties must know the patterns beside it.
  if (patterns !== undefined && (!isEither || isClosed)) {
    throw schemaError(
      "unsupported",
      pointerTo(pointer, "patternProperties"),
      "patternProperties cannot be combined with another schema of the same object.",
    );
  }
  const own = (a["properties"] ?? {}) as SchemaObject;
  const other = (b["properties"] ?? {}) as SchemaObject;
  const properties: [string, unknown][] = [];
  for (const name of new Set([...Object.keys(own), ...Object.keys(other)])) {
    const first = Object.hasOwn(own, name) ? own[name] : a["additionalProperties"];
    const second = Object.hasOwn(other, name) ? other[name] : b["additionalProperties"];
    const value = both(first, second) ?? true;
    properties.push([name, schemaAt(value, pointerTo(pointer, "properties", name))]);
  }
  const additional = both(a["additionalProperties"], b["additionalProperties"]);
  return {
    properties: Object.fromEntries(properties),
    ...(additional === undefined ? {} : { additionalProperties: additional }),
    ...(patterns === undefined ? {} : { patternProperties: patterns }),
  };
}

function picked(schema: SchemaObject): Record<string, unknown> {
  const given = objectKeywords.filter((keyword) => schema[keyword] !== undefined);
  return Object.fromEntries(given.map((keyword) => [keyword, schema[keyword]]));
}
