import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";

/** One exchange that went through, whole, from the client's first byte to the answer's last. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly requestBody: Buffer;
  readonly status: number;
  readonly responseBody: Buffer;
}

/** Stands between an SDK and the server and writes down what was acknowledged. */
export interface RecordingProxy {
  readonly url: string;
  readonly exchanges: readonly Exchange[];
  /** Resolves as soon as the exchanges so far satisfy a condition. */
  until(condition: (exchanges: readonly Exchange[]) => boolean): Promise<void>;
  close(): Promise<void>;
}

export interface RecordingProxyOptions {
  /** Whether the client must not see this answer: its connection is cut, as by a kill. */
  readonly loses?: (exchange: Exchange) => boolean;
}

/**
 * Starts a proxy on a port of its own.
 *
 * If the server does not answer, the client's connection is cut, as it would be without the proxy.
 * An exchange is recorded when the whole answer has come from the server, before the client sees
 * its end: so the record has every exchange that an SDK takes for acknowledged, and those that the
 * proxy loses.
 */
export async function startRecordingProxy(
  target: string,
  { loses = () => false }: RecordingProxyOptions = {},
): Promise<RecordingProxy> {
  const exchanges: Exchange[] = [];
  const waiting = new Set<() => void>();

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const requestBody = await bytes(incoming);
    const upstream = request(new URL(incoming.url ?? "/", target), {
      method: incoming.method,
      headers: incoming.headers,
    });
    const answered = once(upstream, "response") as Promise<[IncomingMessage]>;
    upstream.end(requestBody);
    const [answer] = await answered;
    const responseBody = await bytes(answer);
    const exchange = {
      method: incoming.method ?? "",
      path: incoming.url ?? "",
      requestBody,
      status: answer.statusCode ?? 0,
      responseBody,
    };
    const isLost = loses(exchange);
    exchanges.push(exchange);
    for (const check of waiting) check();
    if (isLost) {
      incoming.socket.destroy();
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    outgoing.end(responseBody);
  };
  const server = createServer((incoming, outgoing) => {
    // If the server died before the end of its answer, the client must see a broken connection.
    forward(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");

  return {
    url: `http://127.0.0.1:${address.port}`,
    exchanges,
    until: (condition) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!condition(exchanges)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function bytes(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
