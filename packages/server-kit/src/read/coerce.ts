import type { z } from "@hono/zod-openapi";
import { defaultJsonLimits, type JsonLimits } from "./json-limits.ts";
import { walkJson } from "./raw-walk.ts";
import type { Nested } from "./nested.ts";

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly getter?: () => z.ZodType;
  readonly in?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
  readonly values?: readonly unknown[];
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Text as a number if it is one; else unchanged, so that the schema refuses it. */
export function asNumber(text: string): number | string {
  return jsonNumber.test(text) ? Number(text) : text;
}

/** Text as a boolean if it is one; else unchanged, so that the schema refuses it. */
export function asBoolean(text: string): boolean | string {
  if (text === "true") return true;
  return text === "false" ? false : text;
}

/**
 * Text parsed as JSON if it is JSON; else unchanged, so that the schema refuses it. Throws 413 over
 * the limits.
 */
export function asJson(text: string, limits: JsonLimits = defaultJsonLimits): unknown {
  walkJson(text, undefined, limits);
  try {
    return JSON.parse(text);
  } catch (e) {
    if (e instanceof SyntaxError) return text;
    throw e;
  }
}

/**
 * Reads texts as a value that this schema takes. Texts that fit nothing in the schema stay texts,
 * so that the schema refuses them.
 */
export function coerce(schema: z.ZodType | undefined, given: Nested): unknown {
  if (!schema) return plain(given);
  if (given.members.size === 0) return read(schema, given);
  const values = known.get(given) ?? new Map<Definition, unknown>();
  known.set(given, values);
  const definition = core(schema);
  if (!values.has(definition)) values.set(definition, read(schema, given));
  return values.get(definition);
}

/**
 * Values read before. Branches of a union with members in common read those members again at each
 * level: without this memory, names that nest forty deep would take forever.
 */
const known: WeakMap<Nested, Map<Definition, unknown>> = new WeakMap();

function read(schema: z.ZodType, given: Nested): unknown {
  const definition = core(schema);
  switch (definition.type) {
    case "array":
      return items(definition.element, given);
    case "object":
    case "record":
    case "intersection":
      return members(schema, given);
    case "union":
      return branch(definition.options ?? [], given);
    case "unknown":
    case "any":
      return plain(given);
    default:
      return given.members.size > 0 ? plain(given) : scalar(definition, given.texts.at(-1) ?? "");
  }
}

/** The schema of an array's items. */
export function itemsOf(schema: z.ZodType): z.ZodType | undefined {
  return core(schema).element;
}

/**
 * The schema of an object's member: its own, or the one for members without a name in the schema.
 */
export function memberOf(schema: z.ZodType | undefined, name: string): z.ZodType | undefined {
  return namedMember(schema, name) ?? otherMembers(schema);
}

/** The schema of a member that an object names. */
export function namedMember(schema: z.ZodType | undefined, name: string): z.ZodType | undefined {
  if (!schema) return undefined;
  const { shape, left, right } = core(schema);
  if (shape && Object.hasOwn(shape, name)) return shape[name];
  return namedMember(left, name) ?? namedMember(right, name);
}

/** Names of the members that an object's schema has. */
export function memberNames(schema: z.ZodType | undefined): readonly string[] {
  if (!schema) return [];
  const { shape, left, right } = core(schema);
  return [...Object.keys(shape ?? {}), ...memberNames(left), ...memberNames(right)];
}

/** Whether an object may have members that its schema does not name. */
export function isOpen(schema: z.ZodType): boolean {
  const { type, catchall } = core(schema);
  return type === "record" || (catchall !== undefined && core(catchall).type !== "never");
}

function otherMembers(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (!schema) return undefined;
  const { catchall, valueType, left, right } = core(schema);
  return valueType ?? catchall ?? otherMembers(left) ?? otherMembers(right);
}

/** Whether the schema is of an array. */
export function isArray(schema: z.ZodType | undefined): boolean {
  return schema !== undefined && core(schema).type === "array";
}

function scalar({ type, values }: Definition, text: string): unknown {
  switch (type) {
    case "number":
    case "int":
      return asNumber(text);
    case "boolean":
      return asBoolean(text);
    case "literal":
      return values?.find((value) => String(value) === text) ?? text;
    case "null":
      return text === "" || text === "null" ? null : text;
    default:
      return text;
  }
}

/** Reads repeated names, and brackets that are empty or count: `a=1&a=2`, `a[]=1`, `a[0][b]=1`. */
function items(element: z.ZodType | undefined, { texts, members: numbered }: Nested): unknown {
  const values = texts.map((text) => coerce(element, { texts: [text], members: new Map() }));
  const indexed = [...numbered].sort(([a], [b]) => Number(a) - Number(b));
  for (const [index, member] of indexed) {
    if (index === "" && member.members.size === 0) {
      for (const text of member.texts) {
        values.push(coerce(element, { texts: [text], members: new Map() }));
      }
    } else {
      values.push(coerce(element, member));
    }
  }
  return values;
}

/** Reads `a[b]=1`, or JSON as one text. */
function members(schema: z.ZodType, given: Nested): unknown {
  const text = given.texts.at(-1);
  if (given.members.size === 0 && text !== undefined) return asJson(text);
  return record(
    [...given.members].map(([name, one]) => [name, coerce(memberOf(schema, name), one)]),
  );
}

/**
 * Reads a value as the first branch that accepts it. If none does, the first branch reports the
 * faults.
 */
function branch(options: readonly z.ZodType[], given: Nested): unknown {
  for (const option of options) {
    const value = coerce(option, given);
    if (option.safeParse(value).success) return value;
  }
  return options[0] ? coerce(options[0], given) : plain(given);
}

function plain(given: Nested): unknown {
  if (given.members.size === 0)
    return given.texts.length > 1 ? given.texts : (given.texts[0] ?? "");
  return record([...given.members].map(([name, member]) => [name, plain(member)]));
}

/** `Object.fromEntries` defines members, so that a name like `__proto__` is only a name. */
function record(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries);
}

/** The definition inside an optional, nullable, lazy or described schema. */
function core(schema: z.ZodType): Definition {
  let definition = schema.def as unknown as Definition;
  for (;;) {
    const inner = definition.innerType ?? laterOf(definition) ?? definition.in;
    if (!inner) return definition;
    definition = inner.def;
  }
}

/** Lazy schemas, each made once: a second call of the maker may make another object. */
const madeLater: WeakMap<Definition, z.ZodType> = new WeakMap();

function laterOf(definition: Definition): z.ZodType | undefined {
  const made = madeLater.get(definition) ?? definition.getter?.();
  if (made) madeLater.set(definition, made);
  return made;
}
