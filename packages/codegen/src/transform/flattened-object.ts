import { isReference } from "../document/is-reference.ts";
import type { Context } from "../document/context.ts";
import type { SchemaKeywords, SchemaObject } from "../document/openapi.ts";

/**
 * An object schema with one list of properties: its own, those of its `allOf`, and, as optional
 * properties, those of its `anyOf` and `oneOf`. An object without these keywords stays as it is.
 *
 * For forms, whose parts are read one by one.
 */
export function flattened(schema: SchemaObject, context: Context, pointer: string): SchemaKeywords {
  return flatten(schema, { context, pointer, open: [] });
}

interface Place {
  readonly context: Context;
  readonly pointer: string;
  readonly open: readonly string[];
}

function flatten(schema: SchemaObject, place: Place): SchemaKeywords {
  if (typeof schema === "boolean") return { type: "object" };
  const { allOf = [], anyOf = [], oneOf = [], discriminator: _, $ref: _ref, ...own } = schema;
  const referred = isReference(schema) ? [flattenReference(schema.$ref, place)] : [];
  const parts = [...referred, ...allOf.map((part) => flatten(part, place))];
  const choices = [...anyOf, ...oneOf].map((part) => flatten(part, place));
  if (parts.length === 0 && choices.length === 0) return own;
  const [only] = parts;
  if (only !== undefined && parts.length === 1 && isEmpty(own) && choices.length === 0) return only;
  const { context, pointer } = place;
  if (choices.length > 1) {
    context.warn(
      pointer,
      "is a form: the document says which parts go together, but this is not validated",
    );
  }
  const all = [...parts, own, ...choices];
  const required = [...parts, own].flatMap((part) => part.required ?? []);
  const closings = [...parts, own].map((part) => part.additionalProperties);
  const rest = closings.find((closing) => closing !== undefined && closing !== true);
  return {
    type: "object",
    properties: Object.assign(
      {},
      ...all.map((part) => part.properties ?? {}),
    ) as object as NonNullable<SchemaKeywords["properties"]>,
    required: [...new Set(required)],
    ...(rest === undefined || choices.length > 0 ? {} : { additionalProperties: rest }),
  };
}

function flattenReference(ref: string, place: Place): SchemaKeywords {
  if (place.open.includes(ref)) return { type: "object" };
  const target = place.context.resolve<SchemaObject>({ $ref: ref }, place.pointer);
  return flatten(target, { ...place, open: [...place.open, ref] });
}

function isEmpty(own: SchemaKeywords): boolean {
  return own.properties === undefined && own.required === undefined;
}
