import type { Context } from "../document/context.ts";
import type { SchemaObject } from "../document/openapi.ts";
import { isBinary } from "./string-schema.ts";
import { typesOf } from "./types-of.ts";

/** The framing of a body by its media type. */
export type Framing = "json" | "jsonl" | "sse" | "form" | "multipart" | "bytes" | "text";

const framings: readonly (readonly [RegExp, Framing])[] = [
  [/^(?:(?:application|text)\/json|.*\+json)$/, "json"],
  [/^(?:application|text)\/(?:x-)?(?:jsonl|ndjson|jsonlines|json-lines)$/, "jsonl"],
  [/^text\/event-stream$/, "sse"],
  [/^application\/x-www-form-urlencoded$/, "form"],
  [/^multipart\/form-data$/, "multipart"],
  [/^text\//, "text"],
  [/^application\/(?:xml|javascript|ecmascript|graphql|sql|(?:x-)?(?:yaml|toml|csv))$/, "text"],
  [/\+(?:xml|yaml)$/, "text"],
];

/** A media type without its parameters, in lower case. */
export function essenceOf(mediaType: string): string {
  const [essence = ""] = mediaType.toLowerCase().split(";");
  return essence.trim();
}

/** Whether a media type is JSON, including vendor types. */
export function isJson(mediaType: string): boolean {
  return framings[0]?.[0].test(essenceOf(mediaType)) ?? false;
}

/**
 * The framing of a media type; parameters such as `charset` do not matter. The schema decides for a
 * range of media types (`*\/*`): text, JSON, or bytes without a schema.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#media-types
 */
export function framingOf(
  mediaType: string,
  schema: SchemaObject | undefined,
  context: Context,
  pointer: string,
): Framing {
  const essence = essenceOf(mediaType);
  const framing = framings.find(([pattern]) => pattern.test(essence))?.[1];
  if (framing !== undefined) return framing;
  if (essence !== "*/*" && essence !== "application/*") return "bytes";
  if (schema === undefined || isBytes(schema, context, pointer)) return "bytes";
  return isText(schema, context, pointer) ? "text" : "json";
}

/** Whether a schema allows only strings. */
export function isText(schema: SchemaObject, context: Context, pointer: string): boolean {
  const target = context.resolve<SchemaObject>(schema, pointer);
  if (typeof target === "boolean") return false;
  const values = target.const === undefined ? target.enum : [target.const];
  if (values !== undefined) return values.every((value) => typeof value === "string");
  const branches = target.anyOf ?? target.oneOf;
  if (branches !== undefined) return branches.every((branch) => isText(branch, context, pointer));
  return typesOf(target).join() === "string";
}

function isBytes(schema: SchemaObject, context: Context, pointer: string): boolean {
  const target = context.resolve<SchemaObject>(schema, pointer);
  return typeof target === "object" && isBinary(target);
}
