/** Headers that a reply adds. */
export type ReplyHeaders = Readonly<Record<string, string>>;

/** A JSON body, or none where the operation documents none for this status. */
export interface JsonReply<Status, Body> {
  readonly kind: "json";
  readonly status: Status;
  readonly body: Body;
  readonly headers: ReplyHeaders | undefined;
}

/**
 * A stream of items. If an operation documents only one framing (JSON lines or events), that is
 * used.
 */
export interface StreamReply<Status, Item> {
  readonly kind: "stream";
  readonly framing: "jsonl" | "sse";
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

type JsonType = "application/json" | `${string}+json`;
type StreamType =
  | "application/jsonl"
  | "application/x-ndjson"
  | "application/x-jsonlines"
  | "text/event-stream";

type ReplyIn<Status, MediaType, Body> = MediaType extends JsonType
  ? JsonReply<Status, Body>
  : MediaType extends StreamType
    ? StreamReply<Status, Body>
    : BytesReply<Status>;

/** `content?: never` is a response without a body. */
type ReplyWith<Status, Response> = Response extends { content: infer Content }
  ? { [M in keyof Content]: ReplyIn<Status, M, Content[M]> }[keyof Content]
  : JsonReply<Status, undefined>;

interface StatusesOf {
  readonly "1XX": 100 | 101 | 102 | 103;
  readonly "2XX": 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;
  readonly "3XX": 300 | 301 | 302 | 303 | 304 | 307 | 308;
  readonly "4XX":
    | (
        | 400
        | 401
        | 402
        | 403
        | 404
        | 405
        | 406
        | 407
        | 408
        | 409
        | 410
        | 411
        | 412
        | 413
        | 414
        | 415
      )
    | (416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451);
  readonly "5XX": 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511;
}

/** Numbers that a key of `responses` stands for: itself, its class, or all that are not listed. */
type Statuses<Key, Listed> = Key extends number
  ? Key
  : Key extends keyof StatusesOf
    ? Exclude<StatusesOf[Key], Listed>
    : Key extends "default"
      ? Exclude<StatusesOf[keyof StatusesOf], Listed | ClassesIn<Listed>>
      : Key;

type ClassesIn<Listed> = StatusesOf[Extract<Listed, keyof StatusesOf>];

/** Every answer that operation `O` of the generated `operations` documents. */
export type Reply<O> = O extends { responses: infer Responses }
  ? {
      [Status in keyof Responses]: ReplyWith<Statuses<Status, keyof Responses>, Responses[Status]>;
    }[keyof Responses]
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
 * Answers 200 with one JSON text for each line, written as the items come.
 *
 * An error before the first item is an ordinary error answer; one after it cuts the connection.
 * `return()` of the iterator is called when the client leaves.
 */
export function jsonl<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  headers?: ReplyHeaders,
): StreamReply<200, Item> {
  return { kind: "stream", framing: "jsonl", status: 200, items, headers };
}

/**
 * Answers 200 with one server-sent event for each item: `data: <JSON>`. After the last item it
 * sends the text of `x-stream-end` in the spec.
 *
 * An error before the first item is an ordinary error answer; one after it is the last event, in the
 * service's shape. While nothing comes, comments keep the connection alive (`AppOptions.keepAliveMs`).
 * `return()` of the iterator is called when the client leaves.
 *
 * @example
 * create: ({ body, signal }) => body.stream ? sse(chunks(body, signal)) : reply(200, await whole(body)),
 */
export function sse<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  headers?: ReplyHeaders,
): StreamReply<200, Item> {
  return { kind: "stream", framing: "sse", status: 200, items, headers };
}

/**
 * Answers 200 with bytes, or with a text: whole, or as they come. `size` becomes `Content-Length`;
 * `mediaType` chooses one of several documented types.
 */
export function bytes(
  content: AsyncIterable<Uint8Array> | Uint8Array | string,
  options: {
    readonly size?: number;
    readonly mediaType?: string;
    readonly headers?: ReplyHeaders;
  } = {},
): BytesReply<200> {
  const whole = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const size = whole instanceof Uint8Array ? whole.byteLength : options.size;
  const { mediaType, headers } = options;
  return { kind: "bytes", status: 200, content: whole, size, mediaType, headers };
}
