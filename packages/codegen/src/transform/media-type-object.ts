import type { Context } from "../document/context.ts";
import type { MediaTypeObject, SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { object } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import { literal } from "../print/literal.ts";
import { markedMembers } from "./marked-members.ts";
import { partsOf } from "./form-body.ts";
import type { SchemaPlace } from "./schema-object.ts";
import { schemaObject } from "./schema-object.ts";

/** How a body of some media type is framed. */
export type Framing = "json" | "jsonl" | "sse" | "multipart" | "bytes" | "text";

const framings: readonly (readonly [RegExp, Framing])[] = [
  [/^(?:application\/json|.*\+json)$/, "json"],
  [/^application\/(?:jsonl|x-ndjson|x-jsonlines)$/, "jsonl"],
  [/^text\/event-stream$/, "sse"],
  [/^multipart\/form-data$/, "multipart"],
  [/^text\//, "text"],
];

/** The framing of a media type; parameters such as `charset` do not matter. */
export function framingOf(mediaType: string, pointer: string): Framing {
  const [essence = ""] = mediaType.toLowerCase().split(";");
  if (essence.trim() === "application/x-www-form-urlencoded") {
    throw new SpecError(pointer, "url-encoded forms are not supported; use JSON or multipart");
  }
  return framings.find(([pattern]) => pattern.test(essence.trim()))?.[1] ?? "bytes";
}

/** Where a media type stands. */
export interface MediaTypePlace {
  readonly context: Context;
  readonly pointer: string;
  /** Whether it is of a request: only there the original text of members is kept. */
  readonly isRequest: boolean;
}

/**
 * The `ContentSpec` of one media type.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#media-type-object
 */
export function mediaTypeObject(
  mediaType: string,
  content: MediaTypeObject,
  place: MediaTypePlace,
): Code {
  const { context, pointer, isRequest } = place;
  const framing = framingOf(mediaType, pointer);
  const members: Code[] = [`framing: ${JSON.stringify(framing)}`];
  const { schema } = content;
  if (schema !== undefined && framing !== "bytes") {
    const reference = (name: string): string => `schemas.${name}`;
    const inSchema = { context, pointer: at(pointer, "schema"), reference };
    if (framing === "multipart") members.push(...form(schema, content, inSchema));
    else members.push(["schema: ", schemaObject(schema, inSchema)]);
  }
  const raw = isRequest && framing === "json" ? rawMembers(schema ?? true, context, pointer) : [];
  if (raw.length > 0) members.push(["raw: ", literal(raw)]);
  return object(members);
}

function form(schema: SchemaObject, content: MediaTypeObject, place: SchemaPlace): Code[] {
  const { text, files } = partsOf(schema, content, place.context, place.pointer);
  return [
    ["schema: ", schemaObject(text, place)],
    ["files: ", literal(files)],
  ];
}

function rawMembers(schema: SchemaObject, context: Context, pointer: string): readonly string[] {
  return markedMembers(schema, "x-raw-json", context, at(pointer, "schema")).map((marked) => {
    if (marked.member !== "") return marked.member;
    throw new SpecError(marked.pointer, "x-raw-json is for members of a body, not for all of it");
  });
}
