import { ApiCall } from "./api-call.ts";
import { isBinary, json } from "./body.ts";
import type { FetchBody } from "./body.ts";
import { fields } from "./error-body.ts";
import { jsonLinesOf } from "./json-lines.ts";
import { settle } from "./options.ts";
import type { ClientOptions, RequestOptions, Settings } from "./options.ts";
import { Page, PageCall } from "./page.ts";
import type { JsonParser } from "./parse-json.ts";
import { readBody } from "./read-body.ts";
import { send } from "./send.ts";
import type { CallRequest } from "./send.ts";
import { Transport } from "./transport.ts";
import { eventsOf } from "./server-sent-events.ts";
import { Stream, StreamCall } from "./stream.ts";

/** The parts that all resources of one service share: its address, and the way to send requests. */
export class Connection {
  readonly transport: Transport;
  readonly #settings: Settings;

  /** Throws `TypeError` for options that cannot work. */
  constructor(options: ClientOptions, defaultBaseUrl: string) {
    this.#settings = settle(options, defaultBaseUrl);
    this.transport = new Transport(this.#settings);
  }

  /** Calls an operation: `calls.read`, `POST /call/read`. */
  call<T>(...[operation, route, request, options]: CallArguments): ApiCall<T> {
    const asked =
      request.bytes && isBinary(request.body) ? inBytes(request, request.bytes) : request;
    const { accept = json } = asked;
    return new ApiCall({
      send: () => send(this.#settings, this.transport, operation, route, asked, options),
      read: (sent, parse) => readBody<T>(sent, accept, parse),
    });
  }

  /** Calls an operation that answers with a stream. */
  stream<T>(...call: CallArguments): StreamCall<T> {
    const { end, accept } = call[2];
    const read = accept?.startsWith("text/event-stream") ? eventsOf<T> : jsonLinesOf<T>;
    return new StreamCall({
      isLazy: true,
      send: () => send(this.#settings, this.transport, ...call),
      read: ({ response, exchange }, parse) =>
        new Stream(read(response, exchange, parse, end), exchange),
    });
  }

  /** Calls an operation that answers with a stream if its body has `stream: true`. */
  streamOrCall<Item, T>(...call: CallArguments): StreamCall<Item> | ApiCall<T> {
    const [operation, route, { accept: _, ...request }, options] = call;
    return fields(request.body)["stream"] === true
      ? this.stream<Item>(...call)
      : this.call<T>(operation, route, request, options);
  }

  /** Calls an operation that answers with a page of a list. */
  pages<T>(...call: CallArguments): PageCall<T> {
    const [operation, route, request, options] = call;
    const follow = (after: string, parse: JsonParser): PageCall<T> => {
      const query = { ...request.query, after };
      return this.pages<T>(operation, route, { ...request, query }, options).parseWith(parse);
    };
    return new PageCall({
      isLazy: true,
      send: () => send(this.#settings, this.transport, ...call),
      read: async (sent, parse) =>
        new Page(
          await readBody(sent, json, parse),
          (after) => follow(after, parse),
          fields(request.query)["after"],
        ),
    });
  }
}

/** A request whose body and answer are bytes of one media type. */
function inBytes(request: CallRequest, type: string): CallRequest {
  return { ...request, bodyStyle: (body) => body as FetchBody, type, accept: type };
}

/** The operation's name, its method and path, the request, and the program's options. */
export type CallArguments = [
  operation: string,
  route: string,
  request: CallRequest,
  options: RequestOptions | undefined,
];
