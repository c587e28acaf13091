import type { Context } from "../document/context.ts";
import type { MediaTypeObject, SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { object } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import { literal } from "../print/literal.ts";
import { partsOf } from "./form-body.ts";
import { framingOf, isText } from "./framing.ts";
import type { Framing } from "./framing.ts";
import { int64Members } from "./int64-members.ts";
import { markedMembers } from "./marked-members.ts";
import type { SchemaPlace } from "./schema-object.ts";
import { schemaObject } from "./schema-object.ts";

/** The place of a media type. */
export interface MediaTypePlace {
  readonly context: Context;
  readonly pointer: string;
  /** Whether it belongs to a request: only requests keep the original text of members. */
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
  const { schema } = content;
  const framing = framingOf(mediaType, schema, context, pointer);
  const members: Code[] = [`framing: ${JSON.stringify(framing)}`];
  const reference = (name: string): string => `schemas.${context.identifier(name)}`;
  const inSchema: SchemaPlace = { context, pointer: at(pointer, "schema"), reference };
  if (schema !== undefined) members.push(...schemaMembers(framing, schema, content, inSchema));
  if (isRequest && framing === "json" && schema !== undefined) {
    const raw = rawMembers(schema, context, inSchema.pointer);
    const int64 = int64Members(schema, context, inSchema.pointer);
    if (raw.length > 0) members.push(["raw: ", literal(raw)]);
    if (int64.length > 0) members.push(["int64: ", literal(int64)]);
    const operands = operandLimits(schema, context, inSchema.pointer);
    if (Object.keys(operands).length > 0) members.push(["operands: ", literal(operands)]);
  }
  const end = endOf(content, framing, pointer);
  if (end !== undefined) members.push(`end: ${JSON.stringify(end)}`);
  return object(members);
}

function schemaMembers(
  framing: Framing,
  schema: SchemaObject,
  content: MediaTypeObject,
  place: SchemaPlace,
): Code[] {
  switch (framing) {
    case "bytes":
      return [];
    case "multipart":
      return form(schema, content, place);
    case "text":
      return text(schema, place);
    default:
      return [["schema: ", schemaObject(schema, place)]];
  }
}

/** Text in another format, such as XML, reaches the handler unchanged, whatever its schema says. */
function text(schema: SchemaObject, place: SchemaPlace): Code[] {
  const { context, pointer } = place;
  if (isText(schema, context, pointer)) return [["schema: ", schemaObject(schema, place)]];
  context.warn(pointer, "is text but not JSON: read and typed as a string, not validated");
  return [];
}

function form(schema: SchemaObject, content: MediaTypeObject, place: SchemaPlace): Code[] {
  const parts = partsOf(schema, content, place.context, place.pointer);
  const lists = { optionalFiles: parts.optionalFiles, repeatedFiles: parts.repeatedFiles };
  const more = Object.entries({ ...lists, jsonParts: parts.jsonParts });
  return [
    ["schema: ", schemaObject(parts.text, place)],
    ["files: ", literal(parts.files)],
    ...more.flatMap(([name, names]): Code[] =>
      names.length === 0 ? [] : [[`${name}: `, literal(names)]],
    ),
  ];
}

function rawMembers(schema: SchemaObject, context: Context, pointer: string): readonly string[] {
  return markedMembers(schema, "x-raw-json", context, pointer).map((marked) => {
    if (marked.member !== "") return marked.member;
    throw new SpecError(
      marked.pointer,
      "x-raw-json is for members of a body, not for the whole body",
    );
  });
}

/** `x-max-operands`: the largest width of a tree of operands, by its place in the body. */
function operandLimits(
  schema: SchemaObject,
  context: Context,
  pointer: string,
): Readonly<Record<string, number>> {
  const entries = markedMembers(schema, "x-max-operands", context, pointer).map(
    ({ member, value, pointer: where }): [string, number] => {
      if (member !== "" && Number.isInteger(value) && (value as number) > 0) {
        return [member, value as number];
      }
      throw new SpecError(
        where,
        "x-max-operands must be a whole number above 0, on a member of a body",
      );
    },
  );
  return Object.fromEntries(entries);
}

/** `x-stream-end`: the text of a stream's last event, which holds no item. */
function endOf(content: MediaTypeObject, framing: Framing, pointer: string): string | undefined {
  const end = content["x-stream-end"];
  if (end === undefined) return undefined;
  if (typeof end === "string" && framing === "sse") return end;
  throw new SpecError(
    at(pointer, "x-stream-end"),
    "must be the text that ends a text/event-stream, such as [DONE]",
  );
}
