import type { Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import { ConfigError } from "../config/config-error.ts";
import { Connections } from "./connections.ts";
import type { HttpEnv } from "./env.ts";
import { isEventStream } from "./event-stream.ts";
import { listenRefusal } from "./listen-refusal.ts";
import { readTlsFiles, type TlsFiles } from "./tls-files.ts";
import { sendEvents } from "./send-events.ts";
import type { UnderWay } from "./under-way.ts";

/** The address and the time limits of a listener. */
export interface ListenOptions {
  readonly host: string;
  /** 0 chooses any free port. */
  readonly port: number;
  readonly tls?: TlsFiles | undefined;
  /** How long a stopping server waits for open requests. */
  readonly drainMs: number;
  /** A connection that is silent in both directions for this long is closed. */
  readonly idleMs: number;
}

/** A running listener. */
export interface Listener {
  /** The address with the real port: `http://127.0.0.1:4777`. */
  readonly url: string;
  /**
   * Refuses new connections, waits for open requests, and cuts those that do not finish in time.
   * Further calls change nothing.
   */
  stop(): Promise<void>;
}

/** A head that takes longer is an attack or comes over a broken line. */
const headersTimeoutMs = 30_000;
/** Time for the whole request: 32 MiB in this time is 1 Mbit/s. */
const requestTimeoutMs = 300_000;
/** Longer than clients' connection pools keep a connection, so that the client closes it first. */
const keepAliveTimeoutMs = 75_000;

/**
 * Serves `app` over HTTP, or over HTTPS if there is a certificate.
 *
 * @throws ConfigError for an address that cannot be opened, and for an invalid certificate or key.
 */
export async function listen(
  app: Hono<HttpEnv>,
  underWay: UnderWay,
  options: ListenOptions,
): Promise<Listener> {
  const server = await serverFor(app, options);
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  server.setTimeout(options.idleMs);
  const connections = new Connections(server);
  await listening(server, options);
  let stopped: Promise<void> | undefined;
  return {
    url: urlOf(server, options),
    stop: () => (stopped ??= drain(connections, underWay, options.drainMs)),
  };
}

async function serverFor(app: Hono<HttpEnv>, { tls }: ListenOptions): Promise<Server> {
  const fetch = async (request: Request, env: HttpBindings | Http2Bindings): Promise<Response> => {
    const bindings = env as HttpBindings;
    const response = await app.fetch(request, bindings);
    if (!isEventStream(response)) return response;
    void sendEvents(response, bindings.outgoing);
    return RESPONSE_ALREADY_SENT;
  };
  if (!tls) return createAdaptorServer({ fetch }) as Server;
  const serverOptions = await readTlsFiles(tls);
  const tlsServer = { fetch, createServer: createTlsServer, serverOptions };
  return createAdaptorServer(tlsServer) as Server;
}

function listening(server: Server, { host, port }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(new ConfigError(listenRefusal(error.code, host, port), { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

function urlOf(server: Server, { host, tls }: ListenOptions): string {
  const { port } = server.address() as AddressInfo;
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `${tls ? "https" : "http"}://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

async function drain(connections: Connections, underWay: UnderWay, drainMs: number): Promise<void> {
  const limit = setTimeout(() => {
    underWay.abort(new Error("The server is stopping."));
    connections.destroy();
  }, drainMs);
  await connections.close();
  clearTimeout(limit);
}
