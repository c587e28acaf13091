import type { Schema, SchemaObject } from "./json-schema/schema.ts";

import { alternativesOf } from "./json-schema/alternatives.ts";
import { areDisjoint } from "./json-schema/disjoint.ts";
import { valueNamed } from "./json-schema/further-members.ts";
import { parseConditionedRegex } from "./regex-parser.ts";
import { lengthsOf, statesOf } from "./regex-tree.ts";
import { annotations } from "./json-schema/annotations.ts";
import { typesOf } from "./json-schema/keywords.ts";
import {
  isPureReference,
  isSchemaObject,
  resolveReference,
  schemaAt,
  schemaError,
} from "./json-schema/schema.ts";
import { presentForm } from "./json-schema/present-form.ts";
import { accepts } from "./json-schema/validation.ts";
import { parsedSchema } from "./content-text.ts";

/** Bounds where a schema has none, near its top and further in. */
const stringLength = { near: 40, far: 20 };
const itemCount = { near: 4, far: 2 };
const freeMembers = 3;
/** Positions of a pattern that are counted as well; an automaton for more may be too large. */
const maxCountedStates = 500;
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
 * @param options whether objects may have members that the schema does not name where it is silent; default true
 * @throws TextError `invalid` or `unsupported` as compiling the constraint would
 */
export function tightenSchema(
  schema: unknown,
  { additionalProperties = true }: { readonly additionalProperties?: boolean } = {},
): unknown {
  const root = presentForm(parsedSchema(schema));
  const tightener = new Tightener(root, additionalProperties);
  return tightener.whole(schemaAt(root, ""));
}

class Tightener {
  readonly #root: unknown;
  readonly #isOpen: boolean;
  /** Tightened targets of references, by pointer and level of recursion. */
  readonly #definitions: Map<string, Schema> = new Map<string, Schema>();

  constructor(root: unknown, isOpen: boolean) {
    this.#root = root;
    this.#isOpen = isOpen;
  }

  whole(schema: Schema): unknown {
    const tight = this.#schema(schema, 0, 0);
    const definitions = [...this.#definitions].filter(([, schema]) => schema !== false);
    if (typeof tight === "boolean" || definitions.length === 0) return tight;
    return { ...tight, $defs: Object.fromEntries(definitions) };
  }

  /**
   * @param nesting how far from the top
   * @param level how many recursive references were followed
   */
  #schema(schema: Schema, nesting: number, level: number): Schema {
    if (schema === false) return false;
    if (nesting > maxNesting) throw schemaError("invalid", "", "schemas nested too deep.");
    if (schema !== true && isPureReference(schema)) return this.#reference(schema, nesting, level);
    const branches = schema === true ? null : this.#branches(schema);
    if (branches !== null) {
      const tight = branches
        .map((branch) => this.#schema(branch, nesting, level))
        .filter((branch) => branch !== false);
      if (tight.length === 0) return false;
      return tight.length === 1 ? tight[0]! : { anyOf: tight };
    }
    const flat = alternativesOf(schema, this.#root, "")
      .map((alternative) => this.#flat(alternative === true ? {} : alternative, nesting, level))
      .filter((alternative) => alternative !== false);
    if (flat.length === 0) return false;
    return flat.length === 1 ? flat[0]! : { anyOf: flat };
  }

  /** The branches of a schema that says nothing else, where each may be tightened alone: references in them stay references. */
  #branches(schema: SchemaObject): Schema[] | null {
    const keywords = Object.keys(schema).filter((keyword) => !annotations.has(keyword));
    const [keyword = ""] = keywords;
    const listed = schema[keyword];
    if (keywords.length !== 1 || !Array.isArray(listed)) return null;
    if (!["anyOf", "oneOf", "allOf"].includes(keyword)) return null;
    const branches = listed.map((branch) => schemaAt(branch, ""));
    if (keyword === "anyOf" || branches.length === 1) return branches;
    const areApart = branches.every((branch, index) =>
      branches.slice(0, index).every((other) => areDisjoint(branch, other, this.#root, "")),
    );
    return keyword === "oneOf" && areApart ? branches : null;
  }

  #reference(schema: SchemaObject, nesting: number, level: number): Schema {
    const pointer = String(schema["$ref"]);
    const isRecursive = this.#isRecursive(pointer);
    if (isRecursive && level > maxRecursion) return false;
    const next = isRecursive ? level + 1 : level;
    const plain = /^#\/\$defs\/([A-Za-z0-9_]+)$/.exec(pointer)?.[1];
    const base = plain ?? pointer.replace(/^#\/?/, "").replaceAll(/[^A-Za-z0-9]/g, "_");
    const name = isRecursive ? `${base}_${level}` : base;
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
    const tight: Record<string, unknown> = picked(schema, ["not"]);
    const allowed = types.filter((type) => {
      const part = this.#ofType(type, schema, nesting, level);
      if (part !== null) Object.assign(tight, part);
      return part !== null;
    });
    if (allowed.length === 0) return false;
    // In one order, so that tightening again changes nothing.
    const members = Object.entries({ ...tight, type: allowed });
    return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
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
    const additional = schemaAt(schema["additionalProperties"] ?? this.#isOpen, "");
    const patterns = schema["patternProperties"];
    const names = [...new Set([...Object.keys(named), ...required])];
    const properties: [string, Schema][] = [];
    const keys = schema["propertyNames"];
    for (const name of names) {
      const isAllowed = keys === undefined || accepts(name, schemaAt(keys, ""), this.#root);
      const value = isAllowed ? valueNamed(name, schema, additional, "") : false;
      const property = this.#schema(value, nesting + 1, level);
      if (property === false && required.includes(name)) return null;
      if (property !== false) properties.push([name, property]);
    }
    if (names.length > 0) {
      return {
        ...tight,
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
    const rules = keys === undefined ? [] : [keys];
    const propertyNames = this.#schema(
      { allOf: [{ type: "string" }, ...rules] },
      nesting + 1,
      level,
    );
    return { ...tight, propertyNames, additionalProperties: value, maxProperties: most };
  }
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === "$ref" && typeof part === "string" ? [part] : referencesIn(part),
  );
}

function picked(schema: SchemaObject, keywords: readonly string[]): Record<string, unknown> {
  const given = keywords.filter((keyword) => schema[keyword] !== undefined);
  return Object.fromEntries(given.map((keyword) => [keyword, schema[keyword]]));
}

function tightString(schema: SchemaObject, nesting: number): SchemaObject {
  const tight = picked(schema, ["minLength", "maxLength", "pattern", "format"]);
  const length = nesting < 2 ? stringLength.near : stringLength.far;
  const { pattern } = schema;
  if (typeof pattern === "string" && tight["maxLength"] === undefined) {
    const { node, conditions } = parseConditionedRegex(pattern);
    const lengths = lengthsOf(node);
    // Beyond that an automaton that counts as well would be too large.
    const isSmall = statesOf(node) * (lengths.min + length) < maxCountedStates;
    if (lengths.max !== Infinity || conditions.length > 0 || !isSmall) return tight;
    if (schema["format"] !== undefined) return tight;
    return {
      ...tight,
      maxLength: Math.max(lengths.min, Number(schema["minLength"] ?? 0)) + length,
    };
  }
  if (Object.keys(tight).some((keyword) => keyword !== "minLength")) return tight;
  const min = (schema["minLength"] as number | undefined) ?? 0;
  return { ...tight, maxLength: Math.max(min, length) };
}

/** A side without a bound gets one a million away from the other, or from zero. */
function tightNumber(schema: SchemaObject): SchemaObject {
  const tight = picked(schema, [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
  ]);
  const low = (tight["minimum"] ?? tight["exclusiveMinimum"]) as number | undefined;
  const high = (tight["maximum"] ?? tight["exclusiveMaximum"]) as number | undefined;
  if (low === undefined) tight["minimum"] = Math.floor(Math.min(0, high ?? 0)) - largestNumber;
  if (high === undefined) tight["maximum"] = Math.ceil(Math.max(0, low ?? 0)) + largestNumber;
  return tight;
}
