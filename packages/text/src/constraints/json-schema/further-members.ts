import type { SchemaContext } from "./context.ts";
import type { Schema, SchemaObject } from "./schema.ts";

import { choiceOf, sequenceOf } from "../ebnf.ts";
import { anyKey, keyOtherThan } from "./property-keys.ts";
import { isSchemaObject, pointerTo, schemaAt } from "./schema.ts";
import { accepts, patternTest } from "./validation.ts";

/** Whether `propertyNames` allows a property of this name. */
export function isKeyAllowed(
  name: string,
  schema: SchemaObject,
  { root }: SchemaContext,
  pointer: string,
): boolean {
  const names = schema["propertyNames"];
  if (names === undefined) return true;
  const at = pointerTo(pointer, "propertyNames");
  return accepts(name, schemaAt(names, at), root, at);
}

/** What a property of this name must satisfy: what is said of the name, and of the patterns that it matches. */
export function valueNamed(
  name: string,
  schema: SchemaObject,
  additional: Schema,
  pointer: string,
): Schema {
  const named = (schema["properties"] ?? {}) as SchemaObject;
  const parts = patternsOf(schema)
    .filter(([pattern]) => patternTest(pattern).test(name))
    .map(([, value]) => value);
  if (Object.hasOwn(named, name)) parts.unshift(named[name]);
  if (parts.length === 0) return additional;
  return schemaAt(parts.length === 1 ? parts[0] : { allOf: parts }, pointer);
}

/**
 * A member that the schema does not name; null where there can be none. Where there are patterns for names, others than
 * those are not written.
 */
export function furtherMembers(
  schema: SchemaObject,
  names: readonly string[],
  additional: Schema,
  pointer: string,
  context: SchemaContext,
  depth: number,
): string | null {
  const patterns = patternsOf(schema);
  const { writer } = context;
  const member = (key: string | null, value: string | null): string | null =>
    key === null || value === null ? null : writer.rule(sequenceOf([key, context.colon, value]));
  const rules = schema["propertyNames"] ?? true;
  if (patterns.length === 0) {
    const at = pointerTo(pointer, "additionalProperties");
    const value = context.valueOf(additional, at, depth);
    if (value === null) return null;
    if (saysNothingOfStrings(rules)) {
      return member(names.length === 0 ? anyKey(writer) : keyOtherThan(names, writer), value);
    }
    const keysAt = pointerTo(pointer, "propertyNames");
    return member(context.valueOf(keySchema([rules], names), keysAt, depth), value);
  }
  const at = pointerTo(pointer, "patternProperties");
  const found = patterns.map(([pattern]) => {
    const place = pointerTo(at, pattern);
    const applying = patterns
      .filter(([other]) => other === pattern || !beginDifferently(pattern, other))
      .map(([, value]) => value);
    const value = schemaAt(applying.length === 1 ? applying[0] : { allOf: applying }, place);
    const taken = names.filter((name) => patternTest(pattern).test(name));
    const key = context.valueOf(keySchema([rules, { pattern }], taken), place, depth);
    return member(key, context.valueOf(value, place, depth));
  });
  const members = found.filter((each) => each !== null);
  return members.length === 0 ? null : choiceOf(members);
}

function patternsOf(schema: SchemaObject): [string, unknown][] {
  return Object.entries((schema["patternProperties"] ?? {}) as SchemaObject);
}

function saysNothingOfStrings(rules: unknown): boolean {
  if (rules === true) return true;
  return (
    isSchemaObject(rules) &&
    Object.entries(rules).every(([keyword, value]) => keyword === "type" && value === "string")
  );
}

/** Strings that satisfy all of some schemas and are none of the names. */
function keySchema(rules: readonly unknown[], names: readonly string[]): SchemaObject {
  const parts = rules.filter((part) => part !== true);
  return {
    type: "string",
    allOf: [...parts, ...(names.length > 0 ? [{ not: { enum: names } }] : [true])],
  };
}

/** Whether two patterns begin with texts of which neither begins the other, so that no name matches both. */
function beginDifferently(pattern: string, other: string): boolean {
  const [a, b] = [pattern, other].map(
    (each) => /^\^([\w :/-]*)(?![*+?{|\w])/.exec(each)?.[1] ?? "",
  );
  if (pattern.includes("|") || other.includes("|")) return false;
  return !a!.startsWith(b!) && !b!.startsWith(a!);
}
