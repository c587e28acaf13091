import type { Context } from "../../document/context.ts";
import type { SchemaObject } from "../../document/openapi.ts";
import { at } from "../../document/pointer.ts";
import type { Operation } from "../../transform/operation-object.ts";
import { contentsOf, hasType, propertyOf } from "./content.ts";
import type { Content } from "./content.ts";

/** One successful response of an operation. */
export interface Success extends Content {
  /** The index of its type: `200`, `"2XX"`. */
  readonly status: string;
}

/** The result of an operation's method. */
export interface Answer {
  /**
   * How the result arrives: all at once, item by item, page by page, or as `stream` in the body
   * says.
   */
  readonly shape: "call" | "stream" | "pages" | "streamOrCall";
  /**
   * Responses that are read at once: one kind, one media type for each status. Empty for no
   * content.
   */
  readonly whole: readonly Success[];
  /** The response that is read item by item. */
  readonly items: Success | undefined;
  /** Media types of a success beside the chosen ones. */
  readonly others: readonly string[];
  /** Whether some success has no content. */
  readonly maybeEmpty: boolean;
}

/** Chooses among the successes of an operation: JSON if there is any, else the first kind. */
export function answerOf(operation: Operation, context: Context): Answer {
  const statuses = Object.keys(operation.responses);
  const successes = statuses.filter((status) => status.startsWith("2"));
  const chosen = successes.length > 0 ? successes : statuses.filter((key) => key === "default");
  const contents = chosen.map((status) => successesOf(operation, status, context));
  const all = contents.flat();
  const best = all.find(({ kind }) => kind === "json") ?? all.find(({ kind }) => !isStream(kind));
  const items = all.find(({ kind }) => isStream(kind));
  const whole =
    best === undefined
      ? []
      : contents.flatMap((ofStatus) => ofStatus.find(({ kind }) => kind === best.kind) ?? []);
  const answer = {
    whole,
    items,
    others: all.filter((one) => !whole.includes(one) && one !== items).map((one) => one.mediaType),
    maybeEmpty: contents.some((ofStatus) => ofStatus.length === 0),
  };
  if (operation.method === "head") return { ...answer, whole: [], items: undefined, shape: "call" };
  return { ...answer, shape: shapeOf(operation, answer, context) };
}

function successesOf(operation: Operation, status: string, context: Context): readonly Success[] {
  const pointer = at(operation.pointer, "responses", status, "content");
  // The index is the text in the document, which may be `2xx`.
  const written = Object.keys(operation.source.responses ?? {}).find(
    (key) => key.trim().toUpperCase() === status.toUpperCase(),
  );
  const index = /^\d+$/.test(status) ? status : JSON.stringify(written ?? status);
  return contentsOf(operation.responses[status]?.content, context, pointer).map((content) => ({
    ...content,
    status: index,
  }));
}

function isStream(kind: Content["kind"]): boolean {
  return kind === "sse" || kind === "jsonl";
}

function shapeOf(
  operation: Operation,
  { whole, items }: Pick<Answer, "whole" | "items">,
  context: Context,
): Answer["shape"] {
  if (items !== undefined && whole.length === 0) return "stream";
  if (items !== undefined && hasStreamMember(operation, context)) return "streamOrCall";
  return isList(operation, whole, context) ? "pages" : "call";
}

function hasStreamMember({ body, pointer }: Operation, context: Context): boolean {
  const place = at(pointer, "requestBody", "content");
  return contentsOf(body?.content, context, place).some(({ kind, value }) => {
    const stream = propertyOf(value.schema, "stream", context, place);
    return kind === "json" && hasType(stream, "boolean", context, place);
  });
}

/**
 * Whether an operation is a list with a cursor: `after` in the query, `data` and `has_more` in the
 * answer.
 */
function isList(operation: Operation, whole: readonly Success[], context: Context): boolean {
  const pointer = at(operation.pointer, "responses");
  const [first, ...others] = whole;
  if (first === undefined || others.length > 0 || first.kind !== "json") return false;
  const isA = (type: string, schema: SchemaObject | undefined): boolean =>
    hasType(schema, type, context, pointer);
  const property = (schema: SchemaObject | undefined, name: string): SchemaObject | undefined =>
    propertyOf(schema, name, context, pointer);
  const data = property(first.value.schema, "data");
  const items = typeof data === "object" ? data["items"] : undefined;
  return (
    operation.parameters.some(({ in: place, name }) => place === "query" && name === "after") &&
    isA("array", data) &&
    isA("boolean", property(first.value.schema, "has_more")) &&
    isA("string", property(items, "id"))
  );
}
