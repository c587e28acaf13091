import { isReference } from "./is-reference.ts";
import { allowNull } from "./allow-null.ts";
import type { ObjectKind } from "./openapi-grammar.ts";
import type { OpenApiVersion } from "./openapi-version.ts";
import type { Positions } from "./positions.ts";
import { walkObjects } from "./walk.ts";
import type { MutableObject } from "./walk.ts";

/**
 * Converts a bundled document of OpenAPI 3.0 to 3.1. Works in place, so that all places stay known.
 *
 * A 3.1 document may still have `nullable` or a boolean `exclusiveMinimum`. They have no meaning in
 * 3.1, but the author means what they meant in 3.0, so they are read that way. Members beside a
 * `$ref` are ignored in 3.0 and count in 3.1, so they are removed only from documents of 3.0.
 *
 * @see https://github.com/OAI/OpenAPI-Specification/releases/tag/3.1.0 for the changes
 * @see https://learn.openapis.org/upgrading/v3.0-to-v3.1.html
 */
export function upgrade(
  document: MutableObject,
  version: OpenApiVersion,
  positions: Positions,
): void {
  walkObjects(document, (object, kind) => {
    if (version === "3.0" && isReference(object)) removeSiblings(object, kind);
    if (kind === "schema") upgradeSchema(object, document, positions);
  });
  if (version === "3.0") document["openapi"] = "3.1.1";
}

/**
 * `nullable` stays, like the members that only describe: 3.0 ignores it here too, but an author who
 * writes it means it.
 */
const keptBesideReferences: ReadonlySet<string> = new Set([
  "$ref",
  "description",
  "nullable",
  "summary",
  "x-nullable",
]);

function removeSiblings(reference: MutableObject, kind: ObjectKind): void {
  // A path item has `$ref` among its own members; the members beside it are already joined with it.
  if (kind === "pathItem") return;
  for (const name of Object.keys(reference)) {
    if (!keptBesideReferences.has(name)) delete reference[name];
  }
}

function upgradeSchema(schema: MutableObject, document: MutableObject, positions: Positions): void {
  upgradeBound(schema, "exclusiveMinimum", "minimum");
  upgradeBound(schema, "exclusiveMaximum", "maximum");
  if (schema["type"] === "file") {
    // From Swagger 2.0, and still in use.
    schema["type"] = "string";
    schema["format"] = "binary";
  }
  if (schema["format"] === "byte") schema["contentEncoding"] ??= "base64";
  const isNullable = schema["nullable"] === true || schema["x-nullable"] === true;
  delete schema["nullable"];
  delete schema["x-nullable"];
  if (isNullable) allowNull(schema, document, positions);
}

/** In 3.0 `exclusiveMinimum` says whether `minimum` is exclusive; in 3.1 it is a bound itself. */
function upgradeBound(schema: MutableObject, exclusive: string, inclusive: string): void {
  const isExclusive = schema[exclusive];
  if (typeof isExclusive !== "boolean") return;
  delete schema[exclusive];
  if (!isExclusive || typeof schema[inclusive] !== "number") return;
  schema[exclusive] = schema[inclusive];
  delete schema[inclusive];
}
