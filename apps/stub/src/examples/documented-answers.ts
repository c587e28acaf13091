import type { ContentSpec, Framing, OperationSpec } from "@heddle/server-kit";

/** One media type of one status of an operation, with the examples that the document has of it. */
export interface DocumentedAnswer {
  readonly status: number;
  /** `undefined` for an answer without content. */
  readonly framing: Framing | undefined;
  readonly mediaType: string | undefined;
  /** By name, in the order of the document; in a stream, each is one item. */
  readonly examples: ReadonlyMap<string, unknown>;
  /** The examples of its documented headers. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The name of an example that the document gives without a name. */
export const unnamed = "default";

/** The answering code sets these headers; the example's values would be wrong. */
const ownHeaders: ReadonlySet<string> = new Set(["content-type", "content-length", "x-request-id"]);

/** Every documented answer of an operation, in the order of the document. */
export function documentedAnswers(
  document: unknown,
  { method, path, responses }: OperationSpec,
): readonly DocumentedAnswer[] {
  const documented = follow(document, `#/paths/${escape(path)}/${method}/responses`);
  return Object.entries(responses).flatMap(([key, contents]) => {
    const response = at(document, documented, key);
    const status = Number(key);
    if (!Number.isInteger(status)) return [];
    const headers = headersOf(document, response);
    const content = at(document, response, "content");
    const answers = Object.entries(contents ?? {}).map(
      ([mediaType, { framing }]: [string, ContentSpec]): DocumentedAnswer => {
        const examples = examplesOf(document, at(document, content, mediaType));
        return { status, framing, mediaType, examples, headers };
      },
    );
    if (answers.length > 0) return answers;
    const none = { framing: undefined, mediaType: undefined, examples: new Map<string, unknown>() };
    return [{ status, ...none, headers }];
  });
}

/** The examples of a part of an operation, by name: `["requestBody", "content", "application/json"]`. */
export function documentedExamples(
  document: unknown,
  { method, path }: OperationSpec,
  place: readonly string[],
): ReadonlyMap<string, unknown> {
  const operation = follow(document, `#/paths/${escape(path)}/${method}`);
  return examplesOf(
    document,
    place.reduce((part: unknown, member) => at(document, part, member), operation),
  );
}

function examplesOf(document: unknown, mediaType: unknown): ReadonlyMap<string, unknown> {
  if (!isRecord(mediaType)) return new Map();
  if ("example" in mediaType) return new Map([[unnamed, mediaType["example"]]]);
  const examples = Object.keys(recordOf(mediaType["examples"])).map(
    (name) => [name, recordOf(at(document, mediaType["examples"], name))["value"]] as const,
  );
  return new Map(examples.filter(([, value]) => value !== undefined));
}

function headersOf(document: unknown, response: unknown): Readonly<Record<string, string>> {
  const headers = at(document, response, "headers");
  const examples = Object.keys(recordOf(headers)).flatMap((name) => {
    if (ownHeaders.has(name.toLowerCase())) return [];
    const [first] = examplesOf(document, at(document, headers, name)).values();
    return first === undefined ? [] : [[name, textOf(first)]];
  });
  return Object.fromEntries(examples) as Record<string, string>;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A member of a part of the document, behind any references. */
function at(document: unknown, part: unknown, member: string): unknown {
  let value = recordOf(part)[member];
  while (isRecord(value) && typeof value["$ref"] === "string") {
    value = follow(document, value["$ref"]);
  }
  return value;
}

function follow(document: unknown, ref: string): unknown {
  const members = ref.slice(2).split("/").map(unescape);
  return members.reduce((part: unknown, member) => at(document, part, member), document);
}

function escape(member: string): string {
  return member.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unescape(member: string): string {
  return decodeURIComponent(member).replaceAll("~1", "/").replaceAll("~0", "~");
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
