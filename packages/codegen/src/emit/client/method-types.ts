import { memberName } from "../../print/names.ts";
import type { Operation } from "../../transform/operation-object.ts";
import type { Answer, Success } from "./answer.ts";
import type { RequestParts } from "./request.ts";
import type { Uses } from "./uses.ts";

/** The types of one method, by their names in the file. */
export interface MethodTypes {
  /** `type ReadBody = …;` for each type that is not a single word. */
  readonly aliases: readonly string[];
  readonly body: string;
  readonly query: string;
  readonly headers: string;
  readonly result: string;
  readonly item: string;
}

/**
 * Types for one method. They index the document's `operations`: that costs the compiler almost
 * nothing, and the types follow every change of the document.
 */
export function methodTypes(
  operation: Operation,
  prefix: string,
  { body, query }: RequestParts,
  answer: Answer,
  uses: Uses,
): MethodTypes {
  const own = `operations[${JSON.stringify(operation.id)}]`;
  const aliases: string[] = [];
  const named = (name: string, type: string): string => {
    if (/^(?:string|void|Blob|Binary)$/.test(type)) return type;
    aliases.push(`type ${prefix}${name} =${type.length > 76 ? "\n  " : " "}${type};\n`);
    return `${prefix}${name}`;
  };
  const successType = (success: Success): string => {
    if (success.kind === "text") return "string";
    if (success.kind === "bytes") return "Blob";
    return `${own}["responses"][${success.status}]["content"][${JSON.stringify(success.mediaType)}]`;
  };
  return {
    aliases,
    body: body === undefined ? "" : named("Body", bodyType(own, body, uses)),
    query: query === undefined ? "" : named("Query", queryType(own, query, uses)),
    headers: `NonNullable<${own}["parameters"]["header"]>`,
    result:
      answer.shape === "stream" || answer.shape === "pages" ? "" : named("Result", wholeType()),
    item: itemType(),
  };

  function wholeType(): string {
    const types = new Set(answer.whole.map(successType));
    if (types.size === 0) return "void";
    if (answer.maybeEmpty) types.add("undefined");
    return [...types].join(" | ");
  }

  function itemType(): string {
    const { shape, items, whole } = answer;
    if (shape === "call") return "";
    const success = shape === "pages" ? whole[0] : items;
    const type = success === undefined ? "unknown" : successType(success);
    return named("Item", shape === "pages" ? `${type}["data"][number]` : type);
  }
}

function bodyType(own: string, body: NonNullable<RequestParts["body"]>, uses: Uses): string {
  const holder = `${own}["requestBody"]`;
  const content = `${body.isOptional ? `NonNullable<${holder}>` : holder}["content"]`;
  const type = `${content}[${JSON.stringify(body.mediaType)}]`;
  switch (body.kind) {
    case "json":
      return withInt64(type, body.int64, uses);
    case "form":
      return type;
    case "multipart":
      uses.onDemandType("Multipart");
      return `FormData | Multipart<${type}>`;
    case "jsonl":
      return `readonly ${type}[]`;
    case "text":
    case "sse":
      return "string";
    default:
      uses.type("Binary");
      return "Binary";
  }
}

function queryType(
  own: string,
  { dates, int64 }: NonNullable<RequestParts["query"]>,
  uses: Uses,
): string {
  const type = withInt64(`NonNullable<${own}["parameters"]["query"]>`, int64, uses);
  if (dates.length === 0) return type;
  uses.type("WithDates");
  return `WithDates<${type}, ${dates.map((name) => JSON.stringify(name)).join(" | ")}>`;
}

/** More places than this would cost the compiler more than they help: the type stays `number`. */
const maxPlaces = 40;

function withInt64(type: string, places: readonly string[], uses: Uses): string {
  if (places.length === 0 || places.length > maxPlaces) return type;
  uses.type("WithInt64");
  return `WithInt64<${type}, ${places.map((place) => JSON.stringify(place)).join(" | ")}>`;
}

/** A member of an object literal: `name` if name and value are equal, else `model_id: modelId`. */
export function member(name: string, value: string): string {
  return name === value ? name : `${memberName(name)}: ${value}`;
}
