import type { Context } from "../../document/context.ts";
import type { MediaTypeObject, Named, SchemaObject } from "../../document/openapi.ts";
import { framingOf } from "../../transform/framing.ts";
import type { Framing } from "../../transform/framing.ts";

/** One media type of a request body or of an answer. */
export interface Content {
  readonly kind: Framing;
  /** The media type as the document writes it. */
  readonly mediaType: string;
  readonly value: MediaTypeObject;
}

/** The kinds of content; the kind that is easiest to use in a program comes first. */
const order: readonly Framing[] = ["json", "sse", "jsonl", "multipart", "form", "text", "bytes"];

/** All media types of a body; those that are easiest to use in a program come first. */
export function contentsOf(
  content: Named<MediaTypeObject> | undefined,
  context: Context,
  pointer: string,
): readonly Content[] {
  return Object.entries(content ?? {})
    .map(([mediaType, value]): Content => {
      const framing = framingOf(mediaType, value.schema, context, pointer);
      // The client's core reads only `text/*` as text, because other texts may declare an encoding.
      const isBytes = framing === "text" && !mediaType.toLowerCase().startsWith("text/");
      return { kind: isBytes ? "bytes" : framing, mediaType, value };
    })
    .sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** A member of an object schema, also if it comes from `allOf`. */
export function propertyOf(
  schema: SchemaObject | undefined,
  name: string,
  context: Context,
  pointer: string,
): SchemaObject | undefined {
  if (schema === undefined) return undefined;
  const target = context.resolve<SchemaObject>(schema, pointer);
  if (typeof target === "boolean") return undefined;
  const own = target.properties?.[name];
  if (own !== undefined) return context.resolve<SchemaObject>(own, pointer);
  const found = (parts: readonly SchemaObject[]): (SchemaObject | undefined)[] =>
    parts.map((part) => propertyOf(part, name, context, pointer));
  // A member of every branch is a member of all values of the union; the first branch represents
  // it.
  const ofBranches = found(target.oneOf ?? target.anyOf ?? []);
  const [first] = ofBranches.includes(undefined) ? [] : ofBranches;
  return found(target.allOf ?? []).find((one) => one !== undefined) ?? first;
}

/** Whether a schema allows a type, alone or together with other types. */
export function hasType(
  schema: SchemaObject | undefined,
  type: string,
  context: Context,
  pointer: string,
): boolean {
  if (schema === undefined) return false;
  const target = context.resolve<SchemaObject>(schema, pointer);
  if (typeof target === "boolean") return false;
  if ([target.type].flat().includes(type)) return true;
  const branches = [...(target.anyOf ?? []), ...(target.oneOf ?? [])];
  return branches.some((branch) => hasType(branch, type, context, pointer));
}
