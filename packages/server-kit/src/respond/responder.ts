import type { Framing, OperationSpec } from "../operation.ts";
import { serialise } from "../raw-json.ts";
import type { BytesReply, JsonReply, StreamReply } from "../reply.ts";
import { isLong } from "../serialise-in-pieces.ts";
import { type Documented, documentedContent } from "./documented.ts";
import { event, eventStreamHeaders, jsonLine } from "./framing.ts";
import { jsonStream } from "./json-stream.ts";
import { ResponseChecker, ResponseMismatch } from "./mismatch.ts";
import { streamBytes } from "./stream-bytes.ts";
import { ItemStream } from "./stream-items.ts";

/** Any reply of any operation. */
export type AnyReply =
  | JsonReply<number, unknown>
  | StreamReply<number, unknown>
  | BytesReply<number>;

type StreamedReply = Exclude<AnyReply, JsonReply<number, unknown>>;

/** The facts of a request that a streamed answer needs. */
export interface Answering {
  readonly requestId: string;
  /** Called when the client stops reading. */
  onCancel(): void;
  /** Called when a stream fails after its first item. Returns the error in the service's form. */
  onFailure(error: unknown): unknown;
}

/** The options of a `Responder`. */
export interface ResponderOptions {
  readonly checkResponses: boolean;
  /** See `ServiceSpec.mayLeaveErrorsOut`. */
  readonly mayLeaveErrorsOut: boolean;
  /** Told of members that the spec does not name. Without it, they are a violation. */
  readonly warn?: ((message: string) => void) | undefined;
  readonly keepAliveMs: number;
}

/** Turns the replies of one operation into responses. */
export class Responder {
  readonly #operation: OperationSpec;
  readonly #checker: ResponseChecker | undefined;
  readonly #mayLeaveErrorsOut: boolean;
  readonly #keepAliveMs: number;

  constructor(operation: OperationSpec, options: ResponderOptions) {
    this.#operation = operation;
    this.#checker = options.checkResponses
      ? new ResponseChecker(operation, options.warn)
      : undefined;
    this.#mayLeaveErrorsOut = options.mayLeaveErrorsOut;
    this.#keepAliveMs = options.keepAliveMs;
  }

  /** Throws any error that the reply's source throws before its first item. */
  respond(reply: StreamedReply, answering: Answering): Promise<Response> {
    if (reply.kind === "stream") return this.#stream(reply, answering);
    return this.#bytes(reply, answering);
  }

  /** How an error's answer differs from the spec, if answers are checked. */
  mismatch(status: number, body: unknown): ResponseMismatch | undefined {
    if (!this.#checker) return undefined;
    const documented = this.#find(status, "json");
    if (!documented && this.#mayLeaveErrorsOut) return undefined;
    try {
      this.#checker.requireContent(status, documented?.content, "JSON");
      const remedy = "; change `errorBody`, which makes the bodies of errors";
      this.#checker.requireFit(status, documented?.content, serialise(body), remedy);
    } catch (e) {
      if (e instanceof ResponseMismatch) return e;
      throw e;
    }
    return undefined;
  }

  /** The answer for a reply whose body is complete. */
  json(reply: JsonReply<number, unknown>, requestId: string): Response {
    const { status, body, headers } = reply;
    if (body === undefined) {
      this.#checker?.requireEmpty(status);
      return new Response(null, { status, headers: { "X-Request-Id": requestId, ...headers } });
    }
    const documented = this.#find(status, "json");
    this.#checker?.requireContent(status, documented?.content, "JSON");
    this.#checker?.requireFit(status, documented?.content, serialise(body));
    return new Response(isLong(body) ? jsonStream(body) : serialise(body), {
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
    const documented =
      reply.framing === "sse"
        ? this.#find(status, "sse", "jsonl")
        : this.#find(status, "jsonl", "sse");
    this.#checker?.requireContent(status, documented?.content, "streamed");
    const isEvents = (documented?.content.framing ?? reply.framing) === "sse";
    const framed = isEvents ? event : jsonLine;
    const stream = new ItemStream(items, {
      frame: (item) => {
        const text = serialise(item);
        this.#checker?.requireFit(status, documented?.content, text);
        return framed(text);
      },
      end: documented?.content.end === undefined ? "" : `data: ${documented.content.end}\n\n`,
      keepAliveMs: isEvents ? this.#keepAliveMs : undefined,
      onCancel: () => answering.onCancel(),
      onFailure: (error) => {
        const told = answering.onFailure(error);
        return isEvents ? event(serialise(told)) : undefined;
      },
    });
    return new Response(await stream.open(), {
      status,
      headers: {
        "X-Request-Id": answering.requestId,
        ...(isEvents
          ? eventStreamHeaders
          : { "Content-Type": documented?.mediaType ?? "application/jsonl" }),
        ...reply.headers,
      },
    });
  }

  async #bytes(reply: BytesReply<number>, answering: Answering): Promise<Response> {
    const { status, content, size } = reply;
    const documented = this.#find(status, "bytes", "text");
    this.#checker?.requireContent(status, documented?.content, "binary");
    const mediaType = reply.mediaType ?? concrete(documented) ?? "application/octet-stream";
    const headers = {
      "Content-Type": mediaType,
      // Uploaded bytes are not trusted: a browser must not guess that they are a page.
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
    return documentedContent(this.#operation, status, framings);
  }
}

/** The documented media type, unless it is a range of them (`image/*`). */
function concrete(documented: Documented | undefined): string | undefined {
  return documented?.mediaType.includes("*") ? undefined : documented?.mediaType;
}
