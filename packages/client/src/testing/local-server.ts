import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** A request as the server received it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A server on its own port that lives as long as a test. */
export interface LocalServer {
  readonly url: string;
  /** Complete requests, in the order of arrival. */
  readonly received: readonly Received[];
}

/** Answers one request; `attempt` counts from 1. */
export type Answerer = (response: ServerResponse, attempt: number, request: Received) => unknown;

/** Starts a server that reads each request completely and then answers it. */
export async function startServer(answer: Answerer): Promise<LocalServer> {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    void (async () => {
      const { method = "", url = "", headers } = request;
      const whole = { method, url, headers, body: await text(request) };
      received.push(whole);
      await answer(response, received.length, whole);
    })();
  };
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** Answers JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
