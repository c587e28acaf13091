import type { SchemaContext } from "./context.ts";
import type { SchemaObject } from "./schema.ts";

import { emptyText, literal, repeated, sequenceOf } from "../ebnf.ts";
import { furtherMembers, isKeyAllowed, valueNamed } from "./further-members.ts";
import { pointerTo, schemaAt, schemaError } from "./schema.ts";

/** At the beginning of an object each optional property is a choice of the automaton. */
const maxOptionalProperties = 500;
const maxProperties = 1000;

interface Property {
  readonly member: string;
  readonly isRequired: boolean;
}

/** An expression for the objects that a schema allows, properties in the order in which it names them; null: none. */
export function objectGrammar(
  schema: SchemaObject,
  pointer: string,
  context: SchemaContext,
  depth: number,
): string | null {
  const named = (schema["properties"] ?? {}) as SchemaObject;
  const required = new Set((schema["required"] as readonly string[] | undefined) ?? []);
  const additional = additionalOf(schema, context);
  // What is required and not named is subject to what is said of additional ones.
  const names = [...new Set([...Object.keys(named), ...required])];
  if (names.length > maxProperties) {
    throw schemaError("invalid", pointer, `more than ${maxProperties} properties.`);
  }
  const properties: Property[] = [];
  for (const name of names) {
    const at = pointerTo(pointer, "properties", name);
    const value = valueNamed(name, schema, additional, at);
    const expression = isKeyAllowed(name, schema, context, pointer)
      ? context.valueOf(value, at, depth)
      : null;
    if (expression === null) {
      if (required.has(name)) return null;
      continue;
    }
    const key = literal(JSON.stringify(name));
    const member = context.writer.rule(sequenceOf([key, context.colon, expression]));
    properties.push({ member, isRequired: required.has(name) });
  }
  const optional = properties.filter((property) => !property.isRequired).length;
  if (optional > maxOptionalProperties) {
    throw schemaError(
      "invalid",
      pointer,
      `${optional} optional properties; at most ${maxOptionalProperties} are allowed. Make them required, or split the object.`,
    );
  }
  const further = furtherMembers(schema, names, additional, pointer, context, depth);
  const counts = countsOf(schema, properties, further !== null, pointer);
  if (counts === null) return null;
  const inside =
    properties.length === 0
      ? furtherOnly(further, counts, context)
      : membersFrom(properties, further, counts.min > 0, context);
  return sequenceOf([literal("{"), context.padding, inside, context.padding, literal("}")]);
}

function additionalOf(schema: SchemaObject, context: SchemaContext): SchemaObject | boolean {
  const said = schema["additionalProperties"];
  if (said !== undefined) return schemaAt(said, "additionalProperties");
  return context.isOpen && schema["patternProperties"] === undefined;
}

interface Counts {
  readonly min: number;
  readonly max: number | undefined;
}

/** How many members there may be, where the grammar can count them. */
function countsOf(
  schema: SchemaObject,
  properties: readonly Property[],
  isOpen: boolean,
  pointer: string,
): Counts | null {
  const min = (schema["minProperties"] as number | undefined) ?? 0;
  const max = schema["maxProperties"] as number | undefined;
  const required = properties.filter((property) => property.isRequired).length;
  const isFree = properties.length === 0;
  if (max !== undefined && (min > max || required > max)) return null;
  if (!isOpen && min > properties.length) return null;
  // A key may be written twice and is then one property, so no more than one can be promised beside the required ones.
  if (min > Math.max(required, 1)) refuseCount("minProperties", pointer);
  if (max !== undefined && !isFree && (isOpen || max < properties.length)) {
    refuseCount("maxProperties", pointer);
  }
  return { min, max };
}

function refuseCount(keyword: string, pointer: string): never {
  throw schemaError(
    "unsupported",
    pointerTo(pointer, keyword),
    `${keyword} cannot be enforced by this engine for these properties. Name the required ones under required.`,
  );
}

function furtherOnly(further: string | null, { min, max }: Counts, context: SchemaContext): string {
  if (further === null || max === 0) return emptyText;
  const more = repeated(
    sequenceOf([context.comma, further]),
    0,
    max === undefined ? undefined : max - 1,
  );
  return repeated(sequenceOf([further, more]), Math.min(min, 1), 1);
}

/**
 * Members in order. `following` is what may come once something has been written, `leading` while nothing has: only the
 * latter has to choose, so the grammar grows with the number of properties and not with its square.
 */
function membersFrom(
  properties: readonly Property[],
  further: string | null,
  isAnyNeeded: boolean,
  { comma, writer }: SchemaContext,
): string {
  let following =
    further === null
      ? emptyText
      : repeated(writer.rule(sequenceOf([comma, further])), 0, undefined);
  const none = isAnyNeeded ? null : emptyText;
  let leading: string | null =
    further === null ? none : repeated(sequenceOf([further, following]), isAnyNeeded ? 1 : 0, 1);
  for (const { member, isRequired } of properties.toReversed()) {
    const first = sequenceOf([member, following]);
    leading = isRequired || leading === null ? first : writer.rule(`${first} | ${leading}`);
    const next = writer.rule(sequenceOf([comma, member]));
    following = writer.rule(sequenceOf([isRequired ? next : repeated(next, 0, 1), following]));
  }
  return leading ?? emptyText;
}
