import { isReference } from "./is-reference.ts";
import { allowNull } from "./allow-null.ts";
import type { ObjectKind } from "./openapi-grammar.ts";
import type { OpenApiVersion } from "./openapi-version.ts";
import type { Positions } from "./positions.ts";
import { walkObjects } from "./walk.ts";
import type { MutableObject } from "./walk.ts";

/**
 * Brings a bundled document of OpenAPI 3.0 up to 3.1, in place, so that all places stay known.
 *
 * Documents of 3.1 that still say `nullable` or have a boolean `exclusiveMinimum` say nothing by
 * it, but mean what it meant; they are read as they are meant. What beside a `$ref` is ignored in
 * 3.0 counts in 3.1, and is only removed from documents of 3.0.
 *
 * @see https://github.com/OAI/OpenAPI-Specification/releases/tag/3.1.0 what changed
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
 * Besides what only describes, `nullable` stays: 3.0 ignores it here like all else, but nobody
 * writes it without meaning it.
 */
const keptBesideReferences: ReadonlySet<string> = new Set([
  "$ref",
  "description",
  "nullable",
  "summary",
  "x-nullable",
]);

function removeSiblings(reference: MutableObject, kind: ObjectKind): void {
  // A path item has `$ref` among its own members; what stood beside it has been joined with it.
  if (kind === "pathItem") return;
  for (const name of Object.keys(reference)) {
    if (!keptBesideReferences.has(name)) delete reference[name];
  }
}

function upgradeSchema(schema: MutableObject, document: MutableObject, positions: Positions): void {
  upgradeBound(schema, "exclusiveMinimum", "minimum");
  upgradeBound(schema, "exclusiveMaximum", "maximum");
  if (schema["type"] === "file") {
    // Of Swagger 2.0, and still in use.
    schema["type"] = "string";
    schema["format"] = "binary";
  }
  if (schema["format"] === "byte") schema["contentEncoding"] ??= "base64";
  const isNullable = schema["nullable"] === true || schema["x-nullable"] === true;
  delete schema["nullable"];
  delete schema["x-nullable"];
  if (isNullable) allowNull(schema, document, positions);
}

/** In 3.0 `exclusiveMinimum` says whether `minimum` is; in 3.1 it is a bound itself. */
function upgradeBound(schema: MutableObject, exclusive: string, inclusive: string): void {
  const isExclusive = schema[exclusive];
  if (typeof isExclusive !== "boolean") return;
  delete schema[exclusive];
  if (!isExclusive || typeof schema[inclusive] !== "number") return;
  schema[exclusive] = schema[inclusive];
  delete schema[inclusive];
}
