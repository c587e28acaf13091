import type { Schema, SchemaObject } from "./json-schema/schema.ts";

import { alternativesOf } from "./json-schema/alternatives.ts";
import { annotations, typesOf } from "./json-schema/keywords.ts";
import { isSchemaObject, resolveReference, schemaAt, schemaError } from "./json-schema/schema.ts";
import { accepts } from "./json-schema/validation.ts";
import { parsedSchema } from "./content-text.ts";

/** Bounds where a schema has none, near its top and further in. */
const stringLength = { near: 40, far: 20 };
const itemCount = { near: 4, far: 2 };
const freeMembers = 3;
const largestNumber = 1_000_000;
const maxRecursion = 3;
const maxNesting = 64;
const prefix = "#/$defs/";

/**
 * A schema that allows less: strings, arrays, numbers and free objects without bounds get some, recursion ends after a few
 * levels. A small model does not find an end by itself (of 32 arrays of strings none ended within 512 tokens);
 * whatever satisfies the result satisfies the original. Bounds, patterns and formats that are there stay.
 *
 * @param schema JSON schema, or its text
 * @throws EngineError `invalid` or `unsupported` as compiling the constraint would
 */
export function tightenSchema(schema: unknown): unknown {
  const root = parsedSchema(schema);
  const tightener = new Tightener(root);
  return tightener.whole(schemaAt(root, ""));
}

class Tightener {
  readonly #root: unknown;
  /** Tightened targets of references, by pointer and level of recursion. */
  readonly #definitions: Map<string, Schema> = new Map<string, Schema>();

  constructor(root: unknown) {
    this.#root = root;
  }

  whole(schema: Schema): unknown {
    const tight = this.#schema(schema, 0, 0);
    if (typeof tight === "boolean" || this.#definitions.size === 0) return tight;
    return { ...tight, $defs: Object.fromEntries(this.#definitions) };
  }

  /**
   * @param nesting how far from the top
   * @param level how many recursive references were followed
   */
  #schema(schema: Schema, nesting: number, level: number): Schema {
    if (schema === false) return false;
    if (nesting > maxNesting) throw schemaError("invalid", "", "schemas nested too deep.");
    if (schema !== true && isPureReference(schema)) return this.#reference(schema, nesting, level);
    const flat = alternativesOf(schema, this.#root, "")
      .map((alternative) => this.#flat(alternative === true ? {} : alternative, nesting, level))
      .filter((alternative) => alternative !== false);
    if (flat.length === 0) return false;
    return flat.length === 1 ? flat[0]! : { anyOf: flat };
  }

  #reference(schema: SchemaObject, nesting: number, level: number): Schema {
    const pointer = String(schema["$ref"]);
    const isRecursive = this.#isRecursive(pointer);
    if (isRecursive && level > maxRecursion) return false;
    const next = isRecursive ? level + 1 : level;
    const name = `${pointer.replace(/^#\/?/, "").replaceAll(/[^A-Za-z0-9]/g, "_")}_${level}`;
    if (!this.#definitions.has(name)) {
      this.#definitions.set(name, false);
      const target = resolveReference(this.#root, pointer, "");
      this.#definitions.set(name, this.#schema(target, nesting + 1, next));
    }
    return this.#definitions.get(name) === false ? false : { $ref: prefix + name };
  }

  /** Whether what a reference shows leads back to the reference. */
  #isRecursive(pointer: string): boolean {
    const met = new Set<string>();
    const waiting = [pointer];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const reference of referencesIn(resolveReference(this.#root, next, ""))) {
        if (reference === pointer) return true;
        if (!met.has(reference)) waiting.push(reference);
        met.add(reference);
      }
    }
    return false;
  }

  /** @param schema without $ref, allOf, anyOf and oneOf */
  #flat(schema: SchemaObject, nesting: number, level: number): Schema {
    const listed = Object.hasOwn(schema, "const") ? [schema["const"]] : schema["enum"];
    if (Array.isArray(listed)) {
      const allowed = listed.filter((value) => accepts(value, schema, this.#root));
      return allowed.length === 0 ? false : { enum: allowed };
    }
    const isAnything = Object.keys(schema).every((keyword) => annotations.has(keyword));
    const types = isAnything
      ? ["string", "number", "boolean", "null"]
      : typesOf(schema, "").filter((type) => type !== "integer" || schema["type"] !== undefined);
    const tight: Record<string, unknown> = {};
    const allowed = types.filter((type) => {
      const part = this.#ofType(type, schema, nesting, level);
      if (part !== null) Object.assign(tight, part);
      return part !== null;
    });
    return allowed.length === 0 ? false : { ...tight, type: allowed };
  }

  /** What a schema says of one type, with bounds; null where nothing of the type is left. */
  #ofType(type: string, schema: SchemaObject, nesting: number, level: number): SchemaObject | null {
    switch (type) {
      case "string":
        return tightString(schema, nesting);
      case "number":
      case "integer":
        return tightNumber(schema);
      case "array":
        return this.#array(schema, nesting, level);
      case "object":
        return this.#object(schema, nesting, level);
      default:
        return {};
    }
  }

  #array(schema: SchemaObject, nesting: number, level: number): SchemaObject | null {
    const tight = picked(schema, ["minItems", "maxItems", "uniqueItems"]);
    const heads = (schema["prefixItems"] as readonly unknown[] | undefined) ?? [];
    const prefixItems = heads.map((item) => this.#schema(schemaAt(item, ""), nesting + 1, level));
    const items = this.#schema(schemaAt(schema["items"] ?? true, ""), nesting + 1, level);
    const min = (schema["minItems"] as number | undefined) ?? 0;
    const count = nesting < 2 ? itemCount.near : itemCount.far;
    const most = (schema["maxItems"] as number | undefined) ?? Math.max(min, heads.length, count);
    return {
      ...tight,
      ...(prefixItems.length > 0 ? { prefixItems } : {}),
      items,
      maxItems: most,
    };
  }

  #object(schema: SchemaObject, nesting: number, level: number): SchemaObject | null {
    const tight = picked(schema, ["required", "minProperties", "maxProperties"]);
    const named = isSchemaObject(schema["properties"]) ? schema["properties"] : {};
    const required = (schema["required"] ?? []) as readonly string[];
    const additional = schemaAt(schema["additionalProperties"] ?? true, "");
    const patterns = schema["patternProperties"];
    const names = [...new Set([...Object.keys(named), ...required])];
    const properties: [string, Schema][] = [];
    for (const name of names) {
      const value = Object.hasOwn(named, name) ? schemaAt(named[name], "") : additional;
      const property = this.#schema(value, nesting + 1, level);
      if (property === false && required.includes(name)) return null;
      if (property !== false) properties.push([name, property]);
    }
    if (names.length > 0) {
      return {
        ...tight,
        ...(patterns === undefined ? {} : { patternProperties: patterns }),
        properties: Object.fromEntries(properties),
        additionalProperties: false,
      };
    }
    const min = (schema["minProperties"] as number | undefined) ?? 0;
    const most = (schema["maxProperties"] as number | undefined) ?? Math.max(min, freeMembers);
    if (isSchemaObject(patterns)) {
      const values = Object.entries(patterns).map(([pattern, value]): [string, Schema] => [
        pattern,
        this.#schema(schemaAt(value, ""), nesting + 1, level),
      ]);
      const patternProperties = Object.fromEntries(values);
      return { ...tight, patternProperties, additionalProperties: false, maxProperties: most };
    }
    const value = this.#schema(additional, nesting + 1, level);
    return { ...tight, additionalProperties: value, maxProperties: most };
  }
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === "$ref" && typeof part === "string" ? [part] : referencesIn(part),
  );
}

function isPureReference(schema: SchemaObject): boolean {
  const keywords = Object.keys(schema).filter((keyword) => !annotations.has(keyword));
  return keywords.length === 1 && keywords[0] === "$ref";
}

function picked(schema: SchemaObject, keywords: readonly string[]): Record<string, unknown> {
  const given = keywords.filter((keyword) => schema[keyword] !== undefined);
  return Object.fromEntries(given.map((keyword) => [keyword, schema[keyword]]));
}

function tightString(schema: SchemaObject, nesting: number): SchemaObject {
  const tight = picked(schema, ["minLength", "maxLength", "pattern", "format"]);
  if (Object.keys(tight).some((keyword) => keyword !== "minLength")) return tight;
  const min = (schema["minLength"] as number | undefined) ?? 0;
  const length = nesting < 2 ? stringLength.near : stringLength.far;
  return { ...tight, maxLength: Math.max(min, length) };
}

/** A side without a bound gets one a million away from the other, or from zero. */
function tightNumber(schema: SchemaObject): SchemaObject {
  const tight = picked(schema, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]);
  const low = (tight["minimum"] ?? tight["exclusiveMinimum"]) as number | undefined;
  const high = (tight["maximum"] ?? tight["exclusiveMaximum"]) as number | undefined;
  if (low === undefined) tight["minimum"] = Math.floor(Math.min(0, high ?? 0)) - largestNumber;
  if (high === undefined) tight["maximum"] = Math.ceil(Math.max(0, low ?? 0)) + largestNumber;
  return tight;
}
