import type { Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { ConfigError } from "../config/config-error.ts";
import { Connections } from "./connections.ts";
import type { HttpEnv } from "./env.ts";
import { listenRefusal } from "./listen-refusal.ts";
import { readTlsFiles, type TlsFiles } from "./tls-files.ts";
import type { UnderWay } from "./under-way.ts";

/** Where to listen, and how long to be patient. */
export interface ListenOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly tls?: TlsFiles | undefined;
  /** How long a stopping server lets what is under way finish. */
  readonly drainMs: number;
  /** When a connection on which nothing moves, in either direction, is given up. */
  readonly idleMs: number;
}

/** A listener that is up. */
export interface Listener {
  /** With the real port: `http://127.0.0.1:4777`. */
  readonly url: string;
  /**
   * Takes no new connections, lets what is under way finish, and ends what does not in time.
   * Calling it again changes nothing.
   */
  stop(): Promise<void>;
}

/** A head that trickles in slower than this is an attack or a broken line. */
const headersTimeoutMs = 30_000;
/** For the whole request: 32 MiB in this time is 1 Mbit/s. */
const requestTimeoutMs = 300_000;
/** Longer than connection pools of clients keep a connection, so that they close it first. */
const keepAliveTimeoutMs = 75_000;

/**
 * Starts answering `app` over HTTP, or over TLS where there is a certificate.
 *
 * @throws ConfigError for an address that cannot be listened on, and a certificate that is none.
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
  if (!tls) return createAdaptorServer({ fetch: app.fetch }) as Server;
  const serverOptions = await readTlsFiles(tls);
  const tlsServer = { fetch: app.fetch, createServer: createTlsServer, serverOptions };
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
