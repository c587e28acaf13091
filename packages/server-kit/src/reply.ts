/** Headers that a reply adds. */
export type ReplyHeaders = Readonly<Record<string, string>>;

/** A JSON body, or none where the operation documents none for this status. */
export interface JsonReply<Status, Body> {
  readonly kind: "json";
  readonly status: Status;
  readonly body: Body;
  readonly headers: ReplyHeaders | undefined;
}

/** A stream of items; the framing (JSON lines or events) is the operation's. */
export interface StreamReply<Status, Item> {
  readonly kind: "stream";
  readonly status: Status;
  readonly items: AsyncIterable<Item> | Iterable<Item>;
  readonly headers: ReplyHeaders | undefined;
}

/** Bytes as they are. */
export interface BytesReply<Status> {
  readonly kind: "bytes";
  readonly status: Status;
  readonly content: AsyncIterable<Uint8Array> | Uint8Array;
  readonly size: number | undefined;
  readonly mediaType: string | undefined;
  readonly headers: ReplyHeaders | undefined;
}

type ReplyIn<Status, MediaType, Body> = MediaType extends "application/json"
  ? JsonReply<Status, Body>
  : MediaType extends "application/jsonl" | "text/event-stream"
    ? StreamReply<Status, Body>
    : BytesReply<Status>;

type ReplyWith<Status, Response> = Response extends { content: infer Content }
  ? { [M in keyof Content]: ReplyIn<Status, M, Content[M]> }[keyof Content]
  : JsonReply<Status, undefined>;

/** Every answer that operation `O` of the generated `operations` documents. */
export type Reply<O> = O extends { responses: infer Responses }
  ? { [Status in keyof Responses]: ReplyWith<Status, Responses[Status]> }[keyof Responses]
  : never;

/** Answers without a body. */
export function reply<const Status extends number>(status: Status): JsonReply<Status, undefined>;
/** Answers with a JSON body of the shape that the spec documents for this status. */
export function reply<const Status extends number, Body>(
  status: Status,
  body: Body,
  headers?: ReplyHeaders,
): JsonReply<Status, Body>;
export function reply(
  status: number,
  body?: unknown,
  headers?: ReplyHeaders,
): JsonReply<number, unknown> {
  return { kind: "json", status, body, headers };
}

/**
 * Answers 200 with one JSON text a line, written as the items come.
 *
 * An error before the first item is an ordinary error answer; one after it cuts the connection.
 * `return()` of the iterator is called when the client leaves.
 */
export function jsonl<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  headers?: ReplyHeaders,
): StreamReply<200, Item> {
  return { kind: "stream", status: 200, items, headers };
}

/** Answers 200 with bytes: whole, or as they come. `size` becomes `Content-Length`. */
export function bytes(
  content: AsyncIterable<Uint8Array> | Uint8Array,
  options: {
    readonly size?: number;
    readonly mediaType?: string;
    readonly headers?: ReplyHeaders;
  } = {},
): BytesReply<200> {
  const size = content instanceof Uint8Array ? content.byteLength : options.size;
  const { mediaType, headers } = options;
  return { kind: "bytes", status: 200, content, size, mediaType, headers };
}
