import type { SchemaKeywords } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import type { PlainPlace } from "./plain-place.ts";

/**
 * `unevaluatedProperties` and `unevaluatedItems` where nothing is applied beside them, where they
 * are `additionalProperties` and `items`. That nothing more may be there beside an `allOf` (`false`)
 * is not checked, and said; a schema for what more may be there cannot be typed.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-11
 */
export function closedEvaluations(schema: SchemaKeywords, place: PlainPlace): SchemaKeywords {
  const inObject = closed(schema, "unevaluatedProperties", "additionalProperties", place);
  return closed(inObject, "unevaluatedItems", "items", place);
}

const applied: readonly string[] = ["$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"];

function closed(
  schema: SchemaKeywords,
  unevaluated: string,
  plain: string,
  place: PlainPlace,
): SchemaKeywords {
  const { [unevaluated]: value, ...others } = schema;
  if (value === undefined) return schema;
  if (value === true || others[plain] !== undefined) return others;
  if (!applied.some((keyword) => schema[keyword] !== undefined)) {
    return { ...others, [plain]: value };
  }
  const pointer = at(place.pointer, unevaluated);
  if (value !== false) {
    throw new SpecError(
      pointer,
      `is a schema beside ${applied.join(", ")}, which has no type; use additionalProperties in the parts`,
    );
  }
  place.warn(pointer, "is not held to: what is there besides is let through");
  return others;
}
