import type { SchemaKeywords } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import type { PlainPlace } from "./plain-place.ts";

/**
 * Replaces `unevaluatedProperties` and `unevaluatedItems` by `additionalProperties` and `items`, if
 * no other part applies beside them. `false` beside an `allOf` is not checked, with a warning; a
 * schema beside an `allOf` cannot be typed and is refused.
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
  place.warn(pointer, "is not checked: other members are accepted");
  return others;
}
