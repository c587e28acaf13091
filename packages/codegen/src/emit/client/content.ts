import type { Context } from "../../document/context.ts";
import type { MediaTypeObject, Named, SchemaObject } from "../../document/openapi.ts";
import { essenceOf } from "../../transform/framing.ts";

/** What the client does with the content of one media type. */
export type ContentKind =
  | "json"
  | "events"
  | "lines"
  | "multipart"
  | "urlEncoded"
  | "text"
  | "bytes";

/** One media type that a body is sent or answered in. */
export interface Content {
  readonly kind: ContentKind;
  /** As in the document. */
  readonly mediaType: string;
  readonly value: MediaTypeObject;
}

const kinds: readonly (readonly [RegExp, ContentKind])[] = [
  [/[/+]json$/, "json"],
  [/^text\/event-stream$/, "events"],
  [/\/(?:x-)?(?:jsonl|ndjson|jsonlines|json-lines)$/, "lines"],
  [/^multipart\//, "multipart"],
  [/^application\/x-www-form-urlencoded$/, "urlEncoded"],
  [/^text\//, "text"],
];

/** All media types of a body, the ones that are best to use in a program first. */
export function contentsOf(
  content: Named<MediaTypeObject> | undefined,
  context: Context,
  pointer: string,
): readonly Content[] {
  const order: readonly ContentKind[] = [...kinds.map(([, kind]) => kind), "bytes"];
  return Object.entries(content ?? {})
    .map(([mediaType, value]): Content => {
      return { kind: kindOf(mediaType, value, context, pointer), mediaType, value };
    })
    .sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

function kindOf(
  mediaType: string,
  { schema = true }: MediaTypeObject,
  context: Context,
  pointer: string,
): ContentKind {
  const essence = essenceOf(mediaType);
  const kind = kinds.find(([pattern]) => pattern.test(essence))?.[1];
  if (kind !== undefined) return kind;
  // A range of media types is what its schema is.
  const target = context.resolve<SchemaObject>(schema, pointer);
  const isJson = essence.endsWith("/*") && typeof target === "object" && target.type !== "string";
  return isJson ? "json" : "bytes";
}

/** A member of an object schema, also one that it has from `allOf`. */
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
  // What every branch of a union has, all of its values have; the first stands for them.
  const ofBranches = found(target.oneOf ?? target.anyOf ?? []);
  const [first] = ofBranches.includes(undefined) ? [] : ofBranches;
  return found(target.allOf ?? []).find((one) => one !== undefined) ?? first;
}

/** Whether a schema allows a type, alone or among others. */
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
