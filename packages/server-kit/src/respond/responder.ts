import type { ApiError } from "../errors.ts";
import type { ContentSpec, Framing, OperationSpec } from "../operation.ts";
import { serialise } from "../raw-json.ts";
import type { BytesReply, JsonReply, StreamReply } from "../reply.ts";
import { errorResponse } from "./error-response.ts";
import { ResponseChecker } from "./mismatch.ts";
import { event, jsonLine, stop, streamBytes, streamItems, type StreamEnd } from "./stream.ts";

/** Any reply of any operation. */
export type AnyReply =
  | JsonReply<number, unknown>
  | StreamReply<number, unknown>
  | BytesReply<number>;

/** What an answer needs to know of its request. */
export interface Answering {
  readonly requestId: string;
  /** The client stopped reading. */
  onCancel(): void;
  /** A stream failed after its first item. Returns the error as the service would have told it. */
  onFailure(error: unknown): unknown;
}

interface Documented {
  readonly mediaType: string;
  readonly content: ContentSpec;
}

/** Turns the replies of one operation into responses. */
export class Responder {
  readonly #operation: OperationSpec;
  readonly #checker: ResponseChecker | undefined;

  constructor(operation: OperationSpec, checkResponses: boolean) {
    this.#operation = operation;
    this.#checker = checkResponses ? new ResponseChecker(operation) : undefined;
  }

  /** Throws what the reply's source throws before its first item. */
  respond(reply: AnyReply, answering: Answering): Response | Promise<Response> {
    if (reply.kind === "json") return this.#json(reply, answering.requestId);
    if (reply.kind === "stream") return this.#stream(reply, answering);
    return this.#bytes(reply, answering);
  }

  /** The answer to a refused request. `body` is the error in the service's shape. */
  error(error: ApiError, body: unknown, requestId: string): Response {
    if (this.#checker) {
      const documented = this.#find(error.status, "json");
      this.#checker.requireContent(error.status, documented?.content, "JSON");
      this.#checker.requireFit(error.status, documented?.content, serialise(body));
    }
    return errorResponse(error, body, requestId);
  }

  #json(reply: JsonReply<number, unknown>, requestId: string): Response {
    const { status, body, headers } = reply;
    if (body === undefined) {
      this.#checker?.requireEmpty(status);
      return new Response(null, { status, headers: { "X-Request-Id": requestId, ...headers } });
    }
    const documented = this.#find(status, "json");
    const text = serialise(body);
    this.#checker?.requireContent(status, documented?.content, "JSON");
    this.#checker?.requireFit(status, documented?.content, text);
    return new Response(text, {
      status,
      headers: {
        "Content-Type": documented?.mediaType ?? "application/json",
        "X-Request-Id": requestId,
        ...headers,
      },
    });
  }

  async #stream(reply: StreamReply<number, unknown>, answering: Answering): Promise<Response> {
    const { status, items } = reply;
    const documented = this.#find(status, "jsonl", "sse");
    this.#checker?.requireContent(status, documented?.content, "streamed");
    const isEvents = documented?.content.framing === "sse";
    const framed = isEvents ? event : jsonLine;
    const frame = (item: unknown): string => {
      const text = serialise(item);
      this.#checker?.requireFit(status, documented?.content, text);
      return framed(text);
    };
    const end: StreamEnd = {
      onCancel: () => answering.onCancel(),
      onFailure: (error) => {
        const told = answering.onFailure(error);
        return isEvents ? event(serialise(told)) : undefined;
      },
    };
    const iterator = iterate(items);
    const first = await iterator.next();
    return new Response(
      first.done
        ? ""
        : streamItems(await opening(first.value, iterator, frame), iterator, frame, end),
      {
        status,
        headers: {
          "Content-Type": documented?.mediaType ?? "application/jsonl",
          "X-Request-Id": answering.requestId,
          ...(isEvents ? { "Cache-Control": "no-store" } : {}),
          ...reply.headers,
        },
      },
    );
  }

  async #bytes(reply: BytesReply<number>, answering: Answering): Promise<Response> {
    const { status, content, size } = reply;
    const documented = this.#find(status, "bytes", "text");
    this.#checker?.requireContent(status, documented?.content, "binary");
    const mediaType = reply.mediaType ?? documented?.mediaType ?? "application/octet-stream";
    const headers = {
      "Content-Type": mediaType,
      // What people upload is theirs; a browser is not to guess that it is a page.
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": answering.requestId,
      ...(size === undefined ? {} : { "Content-Length": String(size) }),
      ...reply.headers,
    };
    if (content instanceof Uint8Array) {
      return new Response(content as Uint8Array<ArrayBuffer>, { status, headers });
    }
    const iterator = content[Symbol.asyncIterator]();
    const stream = streamBytes(await iterator.next(), iterator, {
      onCancel: () => answering.onCancel(),
      onFailure: (error) => {
        answering.onFailure(error);
        return undefined;
      },
    });
    return new Response(stream, { status, headers });
  }

  #find(status: number, ...framings: readonly Framing[]): Documented | undefined {
    const contents = this.#operation.responses[status];
    for (const mediaType in contents) {
      const content = contents[mediaType] as ContentSpec;
      if (framings.includes(content.framing)) return { mediaType, content };
    }
    return undefined;
  }
}

function iterate(
  items: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncIterator<unknown> | Iterator<unknown> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
}

/** The first item, framed; where it cannot be sent, the source is let go and the answer is an error. */
async function opening(
  item: unknown,
  source: AsyncIterator<unknown> | Iterator<unknown>,
  frame: (item: unknown) => string,
): Promise<string> {
  try {
    return frame(item);
  } catch (e) {
    await stop(source);
    throw e;
  }
}
