import type { Json, SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { isAnnotation } from "../transform/annotations.ts";
import { impliedTypes, typesThrough } from "./implied-types.ts";
import type { PlainPlace } from "./plain-place.ts";
import { closedEvaluations } from "./unevaluated.ts";
import { generalKeywords, isTypedKeyword, keywordsOfType, numericKeywords } from "./vocabulary.ts";

/**
 * Writes a schema in its one plain spelling: a type if one is meant, and no keyword without effect.
 * A keyword that would only make the check of values weaker is left out with a warning; a strict
 * context refuses it.
 */
export function plainSchema(schema: SchemaKeywords, place: PlainPlace): SchemaObject {
  const sound = withSoundBounds(schema, place);
  if (place.isStrict) return sound;
  if (isNothing(sound)) return false;
  if (Array.isArray(sound.enum) && sound.enum.length === 0) {
    place.warn(at(place.pointer, "enum"), "lists no values: nothing is valid here");
    return false;
  }
  const steps = [
    withoutEmptyBranches,
    withTuple,
    withSoundRequired,
    withSoundPattern,
    withTypes,
    withSoundEnum,
    withBinary,
    closedEvaluations,
    withoutIdleKeywords,
  ];
  return steps.reduce<SchemaKeywords>((current, step) => step(current, place), sound);
}

/** Bounds are written into code, so only numbers may get there. */
function withSoundBounds(schema: SchemaKeywords, place: PlainPlace): SchemaKeywords {
  const wrong = Object.keys(schema).filter(
    (keyword) => numericKeywords.has(keyword) && !Number.isFinite(schema[keyword]),
  );
  return without(schema, wrong, "is not a number", place);
}

/** `{ not: {} }`, which forbids a member, becomes `false`. */
function isNothing({ not, ...others }: SchemaKeywords): boolean {
  const isAll = not === true || (typeof not === "object" && not !== null && !Object.keys(not)[0]);
  return isAll && Object.keys(others).every(isAnnotation);
}

/** A union without branches would allow nothing, and no author means that. */
function withoutEmptyBranches(schema: SchemaKeywords, place: PlainPlace): SchemaKeywords {
  const empty = ["allOf", "anyOf", "oneOf"].filter((keyword) => {
    const branches = schema[keyword];
    return Array.isArray(branches) && branches.length === 0;
  });
  return without(schema, empty, "has no branches", place);
}

/** `items` as a list comes from older drafts. */
function withTuple(schema: SchemaKeywords): SchemaKeywords {
  if (!Array.isArray(schema.items)) return schema;
  const { items, additionalItems, ...others } = schema;
  const prefixItems = items as unknown as readonly SchemaObject[];
  const rest = additionalItems as SchemaObject | undefined;
  return { ...others, prefixItems, ...(rest === undefined ? {} : { items: rest }) };
}

function withSoundRequired(schema: SchemaKeywords, place: PlainPlace): SchemaKeywords {
  const { required } = schema as { readonly required?: unknown };
  if (required === undefined) return schema;
  if (Array.isArray(required) && required.every((name) => typeof name === "string")) {
    return new Set(required).size === required.length
      ? schema
      : { ...schema, required: [...new Set<string>(required)] };
  }
  const problem = "must be a list of the names of required properties";
  return without(schema, ["required"], problem, place);
}

function withSoundPattern(schema: SchemaKeywords, place: PlainPlace): SchemaKeywords {
  if (schema.pattern === undefined) return schema;
  const problem = patternProblem(schema.pattern);
  return problem === undefined ? schema : without(schema, ["pattern"], problem, place);
}

/** The fault of a pattern with the `u` flag and without it. */
function patternProblem(pattern: unknown): string | undefined {
  if (typeof pattern !== "string") return "is not text";
  // Some escapes exist only in the older grammar; such a pattern is read with that grammar.
  if (readingFault(pattern, "u") === undefined) return undefined;
  const foreign = foreignEscape.exec(pattern)?.[0];
  if (foreign !== undefined)
    return `has ${foreign}, which regular expressions of ECMA-262 do not have`;
  const fault = readingFault(pattern, "");
  return fault === undefined ? undefined : `is not a regular expression of ECMA-262 (${fault})`;
}

/** In the older grammar, `\\A` and `\\z`, which other dialects have, mean the letter itself. */
const foreignEscape = /(?<=(?:^|[^\\])(?:\\\\)*)\\[^dDwWsSbBnrtvfcxuk\W\d_]/;

function readingFault(pattern: string, flags: string): string | undefined {
  try {
    RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Writes one type without a list, and adds the type that the keywords imply if none is named. */
function withTypes(schema: SchemaKeywords, place: PlainPlace): SchemaKeywords {
  const { type } = schema;
  if (type === "any")
    return without(schema, ["type"], "is not a type: any value is accepted", place);
  if (Array.isArray(type)) {
    const types = [...new Set(type as readonly string[])];
    const [only] = types;
    if (types.length === type.length && types.length > 1) return schema;
    return { ...schema, type: types.length === 1 && only !== undefined ? only : types };
  }
  if (type !== undefined || schema.const !== undefined || schema.enum !== undefined) return schema;
  const implied = impliedTypes(schema);
  if (implied.length === 0) return schema;
  const said = typesThrough(schema, place.lookUp);
  const types = said ?? implied;
  const [only] = types;
  return { ...schema, type: types.length === 1 && only !== undefined ? only : types };
}

function withSoundEnum(schema: SchemaKeywords, place: PlainPlace): SchemaKeywords {
  const { enum: values, ...others } = schema;
  if (values === undefined) return schema;
  const pointer = at(place.pointer, "enum");
  if (!Array.isArray(values)) throw new SpecError(pointer, "must be a list of values");
  const unique = uniqueValues(values);
  if (schema.type === undefined) return { ...others, enum: unique };
  const types = typeof schema.type === "string" ? [schema.type] : schema.type;
  const hasNull = unique.includes(null);
  if (types.includes("null") && !hasNull) {
    place.warn(pointer, "has no null, but `type` has: null is accepted");
    unique.push(null);
  }
  const isOfType = (value: Json): boolean =>
    value === null || types.some((name) => isOf(value, name));
  if (!unique.every(isOfType)) {
    place.warn(pointer, "has values that are not of its `type`: they are accepted");
    return { ...without(others, ["type"]), enum: unique };
  }
  if (!hasNull || types.includes("null")) return { ...schema, enum: unique };
  place.warn(pointer, "has null, but `type` has not: null is accepted");
  return { ...others, type: [...types, "null"], enum: unique };
}

function uniqueValues(values: readonly Json[]): Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function isOf(value: Json, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  return typeof value === type && !Array.isArray(value);
}

/** In 3.1, bytes outside of JSON have a media type and no encoding. */
function withBinary(schema: SchemaKeywords): SchemaKeywords {
  const { type, contentMediaType, contentEncoding } = schema;
  if (type !== "string" || typeof contentMediaType !== "string") return schema;
  if (contentEncoding !== undefined || schema.format !== undefined) return schema;
  const isText = /^text\/|[/+](?:json|xml|yaml|javascript)\b/.test(contentMediaType);
  return isText ? schema : { ...schema, format: "binary" };
}

/** Removes keywords without effect: unknown keywords, and keywords for other types. */
function withoutIdleKeywords(schema: SchemaKeywords, place: PlainPlace): SchemaKeywords {
  const { type } = schema;
  const types = type === undefined || typeof type === "string" ? [type ?? ""] : type;
  const about = new Set(types.flatMap((name) => keywordsOfType(name)));
  const keywords = Object.keys(schema);
  const definitions = keywords.filter((keyword) => silent.has(keyword));
  const unknown = keywords.filter((keyword) => !isKnown(keyword) || isIdleTag(keyword, schema));
  const elsewhere = keywords.filter((keyword) => isTypedKeyword(keyword) && !about.has(keyword));
  const isValued = schema.enum !== undefined || schema.const !== undefined;
  const rest = without(
    without(schema, definitions),
    unknown,
    "is not a keyword of such a schema",
    place,
  );
  if (elsewhere.length === 0) return rest;
  if (isValued && type === undefined) return without(rest, elsewhere);
  const named = types.filter((name) => name !== "").join(" or ");
  return without(rest, elsewhere, `does not apply to ${named === "" ? "any type" : named}`, place);
}

/**
 * Whether a discriminator has no effect: it needs the branches of a union, or schemas that extend
 * an object.
 */
function isIdleTag(keyword: string, { anyOf, oneOf, allOf, type }: SchemaKeywords): boolean {
  if (keyword !== "discriminator" || anyOf !== undefined || oneOf !== undefined) return false;
  return allOf === undefined && type !== undefined && type !== "object";
}

/** Definitions already have names of their own here. */
const silent: ReadonlySet<string> = new Set([
  "$defs",
  "definitions",
  "$schema",
  "$id",
  "$anchor",
  "$vocabulary",
]);

function isKnown(keyword: string): boolean {
  return (
    generalKeywords.has(keyword) ||
    isTypedKeyword(keyword) ||
    isAnnotation(keyword) ||
    silent.has(keyword)
  );
}

/** Removes some keywords. A problem is reported, or thrown in a strict context. */
function without(
  schema: SchemaKeywords,
  keywords: readonly string[],
  problem?: string,
  place?: PlainPlace,
): SchemaKeywords {
  if (keywords.length === 0) return schema;
  for (const keyword of keywords) {
    if (problem === undefined || place === undefined) continue;
    const pointer = at(place.pointer, keyword);
    if (place.isStrict) throw new SpecError(pointer, problem);
    place.warn(pointer, `${problem}: left out`);
  }
  const others = Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword));
  return Object.fromEntries(others);
}
