import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Engine } from "./engine.ts";
import {
  EngineException,
  engineException,
  exceptionBlock,
  exceptionStatus,
  exceptionTag,
  exceptionText,
} from "./exception.ts";
import { readRequest, type EngineRequest } from "./request.ts";

const maxHeaderBytes = 256 * 1024;

/** Serves an engine with the protocol of `PROTOCOL.md`. */
export class EngineServer {
  readonly #engine: Engine;
  readonly #server: Server;
  readonly #handling = new Set<Promise<void>>();
  readonly #reads = new Set<AbortController>();

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#server = createServer({ maxHeaderSize: maxHeaderBytes }, (message, response) => {
      const handled = this.#handle(message, response).finally(() => this.#handling.delete(handled));
      this.#handling.add(handled);
    });
    // The only client is our server, and it limits the time of its requests itself.
    this.#server.keepAliveTimeout = 0;
    this.#server.requestTimeout = 0;
    this.#server.headersTimeout = 0;
  }

  /** Resolves when the socket accepts connections. */
  async listen(socketPath: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(socketPath, resolve);
    });
  }

  /** Takes nothing new, stops reads, and resolves when all inserts have been answered. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const read of this.#reads) read.abort(ending());
    while (this.#handling.size > 0) await Promise.allSettled(this.#handling);
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) gone.abort(ending());
    });
    try {
      const path = new URL(message.url ?? "/", "http://engine").pathname;
      if (path === "/ping") {
        response.end("Ok.\n");
      } else if (path === "/") {
        await this.#answer(await readRequest(message), response, gone);
      } else {
        response.writeHead(404).end(`There is no path ${path}.\n`);
      }
    } catch (error) {
      refuse(response, engineException(error));
    }
  }

  async #answer(
    request: EngineRequest,
    response: ServerResponse,
    gone: AbortController,
  ): Promise<void> {
    if (request.isReadonly && (request.rows !== undefined || !reads.test(request.sql))) {
      throw new EngineException(164, "READONLY", "With readonly, only reads are allowed.");
    }
    response.setHeader("X-ClickHouse-Query-Id", request.queryId);
    response.setHeader("X-ClickHouse-Format", request.format);
    response.setHeader("X-ClickHouse-Timezone", "UTC");
    if (request.rows !== undefined) {
      await this.#engine.insert(request, request.rows, gone.signal);
      response.end();
      return;
    }
    this.#reads.add(gone);
    try {
      if (request.isBuffered || !streamed.test(request.sql)) {
        response.end(await this.#engine.query(request, gone.signal));
      } else {
        await this.#stream(request, response, gone.signal);
      }
    } finally {
      this.#reads.delete(gone);
    }
  }

  async #stream(
    request: EngineRequest,
    response: ServerResponse,
    gone: AbortSignal,
  ): Promise<void> {
    const tag = exceptionTag();
    response.setHeader("X-ClickHouse-Exception-Tag", tag);
    try {
      for await (const chunk of this.#engine.stream(request, gone)) {
        if (!response.write(chunk)) await drained(response, gone);
      }
      response.end();
    } catch (error) {
      if (!response.headersSent) throw error;
      // Leave the last chunk out: then a client that does not look for the tag sees that the answer
      // is not complete.
      const { socket } = response;
      response.write(exceptionBlock(engineException(error), tag), () => socket?.end());
    }
  }
}

const streamed = /^\s*(SELECT|WITH)\b/i;
const reads = /^\s*(SELECT|WITH|EXPLAIN|SHOW|DESC|DESCRIBE|EXISTS)\b/i;

function refuse(response: ServerResponse, exception: EngineException): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.setHeader("X-ClickHouse-Exception-Code", exception.code);
  response.removeHeader("X-ClickHouse-Exception-Tag");
  response.writeHead(exceptionStatus(exception.code), { "Content-Type": "text/plain" });
  response.end(exceptionText(exception));
}

async function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      response.off("drain", go);
      reject(gone.reason as Error);
    };
    const go = (): void => {
      gone.removeEventListener("abort", stop);
      resolve();
    };
    if (gone.aborted) stop();
    gone.addEventListener("abort", stop, { once: true });
    response.once("drain", go);
  });
}

function ending(): EngineException {
  return new EngineException(394, "QUERY_WAS_CANCELLED", "The client has left.");
}
