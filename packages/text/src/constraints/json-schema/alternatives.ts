import type { Schema, SchemaObject } from "./schema.ts";

import { areDisjoint } from "./disjoint.ts";
import { excludedBy } from "./exclusion.ts";
import { checkKeywords } from "./keywords.ts";
import { mergeSchemas } from "./merge.ts";
import { negationOf, someNegationOf } from "./negation.ts";
import { pointerTo, resolveReference, schemaAt, schemaError } from "./schema.ts";

const unevaluated = ["unevaluatedProperties", "unevaluatedItems"];
const maxCombining = 64;
const maxAlternatives = 512;
/** Ways in which the other branches of a oneOf are kept from holding, for each branch. */
const maxNegations = 32;

/**
 * The schemas without `$ref`, `allOf`, `anyOf`, `oneOf` and any `not` but of listed values that together allow what one with them does.
 *
 * @returns none where nothing is allowed
 * @throws TextError as `checkKeywords` and `mergeSchemas` do, and `unsupported` for a `oneOf` whose branches overlap
 */
export function alternativesOf(
  schema: Schema,
  root: unknown,
  pointer: string,
): (SchemaObject | true)[] {
  const found = expanded(schema, root, pointer, 0);
  if (found.length > maxAlternatives) {
    throw schemaError("invalid", pointer, `more than ${maxAlternatives} alternatives.`);
  }
  return found;
}

function expanded(
  schema: Schema,
  root: unknown,
  pointer: string,
  level: number,
): (SchemaObject | true)[] {
  const combined = withoutReferences(schema, root, pointer, level);
  if (typeof combined === "boolean") return combined ? [true] : [];
  checkKeywords(combined, pointer);
  const keyword = combined["anyOf"] === undefined ? "oneOf" : "anyOf";
  const branches = combined[keyword] as readonly unknown[] | undefined;
  if (branches === undefined) return withoutNegation(combined, root, pointer, level);
  const { [keyword]: _, ...rest } = combined;
  const resolved = branches.map((branch, index) => {
    const at = pointerTo(pointer, keyword, index);
    return partOf(schemaAt(branch, at), root, at, level + 1);
  });
  const apart =
    keyword === "oneOf" ? keptApart(resolved, root, pointerTo(pointer, keyword)) : resolved;
  // What keeps branches apart speaks of properties that are not thereby evaluated.
  const isTold = apart.some((branch, index) => branch !== resolved[index]);
  if (isTold) refuseUnevaluated(combined, pointer);
  return apart.flatMap((branch, index) => {
    const at = pointerTo(pointer, keyword, index);
    return expanded(mergeSchemas(rest, branch, at), root, at, level + 1);
  });
}

/** A schema with `not` as those that say the same without; where that only excludes listed values it stays. */
function withoutNegation(
  schema: SchemaObject,
  root: unknown,
  pointer: string,
  level: number,
): (SchemaObject | true)[] {
  const { not, ...rest } = schema;
  if (not === undefined) return [withoutUnevaluated(schema)];
  const forbidden = schemaAt(not, pointerTo(pointer, "not"));
  const isListed = schema["enum"] !== undefined || Object.hasOwn(schema, "const");
  if (isListed || excludedBy(forbidden) !== null) return [withoutUnevaluated(schema)];
  const parts = negationOf(forbidden, root);
  refuseUnevaluated(schema, pointer);
  if (parts === null) {
    throw schemaError(
      "unsupported",
      pointerTo(pointer, "not"),
      "this use of not cannot be enforced by this engine (if, oneOf and dependencies can also cause it). Leave it out and check it afterwards.",
    );
  }
  return parts.flatMap((part) =>
    expanded(mergeSchemas(rest, part, pointer), root, pointer, level + 1),
  );
}

function refuseUnevaluated(schema: SchemaObject, pointer: string): void {
  for (const keyword of unevaluated) {
    if (schema[keyword] === undefined) continue;
    throw schemaError(
      "unsupported",
      pointerTo(pointer, keyword),
      `${keyword} beside not, if, or branches of oneOf that overlap cannot be enforced by this engine. Write additionalProperties or items.`,
    );
  }
}

/** What is said of members that nothing else speaks of, once everything that does is in one schema. */
function withoutUnevaluated(schema: SchemaObject): SchemaObject {
  const { unevaluatedProperties, unevaluatedItems, ...rest } = schema;
  const additional = rest["additionalProperties"] ?? unevaluatedProperties;
  const items = rest["items"] ?? unevaluatedItems;
  return {
    ...rest,
    ...(additional === undefined ? {} : { additionalProperties: additional }),
    ...(items === undefined ? {} : { items }),
  };
}

/** A schema with what `$ref` and `allOf` show at its top merged into it. */
function withoutReferences(schema: Schema, root: unknown, pointer: string, level: number): Schema {
  if (level > maxCombining) {
    throw schemaError("invalid", pointer, "schemas that refer to each other without end.");
  }
  if (typeof schema === "boolean") return schema;
  checkKeywords(schema, pointer);
  let combined: Schema = schema;
  if (schema["$ref"] !== undefined) {
    const { $ref: reference, ...rest } = schema;
    const target = resolveReference(root, reference, pointer);
    const at = pointerTo(pointer, "$ref");
    combined = mergeSchemas(rest, partOf(target, root, at, level + 1), at);
  }
  if (typeof combined === "boolean" || combined["allOf"] === undefined) return combined;
  const { allOf, ...rest } = combined;
  let merged: Schema = rest;
  for (const [index, part] of (allOf as readonly unknown[]).entries()) {
    const at = pointerTo(pointer, "allOf", index);
    const resolved = partOf(schemaAt(part, at), root, at, level + 1);
    merged = mergeSchemas(merged, resolved, at);
  }
  return withoutReferences(merged, root, pointer, level + 1);
}

/** A part of another schema; what it says of members that it does not speak of itself must not reach those of the whole. */
function partOf(schema: Schema, root: unknown, pointer: string, level: number): Schema {
  const part = withoutReferences(schema, root, pointer, level);
  if (typeof part === "boolean") return part;
  for (const keyword of unevaluated) {
    if (part[keyword] === undefined) continue;
    if (part["anyOf"] === undefined && part["oneOf"] === undefined) return withoutUnevaluated(part);
    throw schemaError(
      "unsupported",
      pointerTo(pointer, keyword),
      `${keyword} beside anyOf or oneOf within another schema cannot be enforced by this engine. Use it at the top.`,
    );
  }
  return part;
}

/**
 * `oneOf` demands that exactly one branch holds. Branches that no value satisfies together stay as they are; of others
 * each holds only where the others do not, in some of the ways in which they may not.
 */
function keptApart(branches: readonly Schema[], root: unknown, pointer: string): Schema[] {
  return branches.map((branch, index) => {
    const others = branches.filter(
      (other, at) => at !== index && !areDisjoint(branch, other, root, pointer),
    );
    if (others.length === 0 || branch === false) return branch;
    const named = branch === true ? undefined : branch["properties"];
    const names = Object.keys(named ?? {});
    const most = Math.max(1, Math.floor(maxNegations ** (1 / others.length)));
    const negations = others.map((other) => someNegationOf(other, names, root).slice(0, most));
    if (negations.some((parts) => parts.length === 0)) {
      throw schemaError(
        "unsupported",
        pointer,
        "branches of oneOf that are not told apart by type, const, enum or a required property cannot be enforced by this engine. Write anyOf instead.",
      );
    }
    return { allOf: [branch, ...negations.map((parts) => ({ anyOf: parts }))] };
  });
}
