import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";

/** A stub that answers over HTTP. */
export interface Listener {
  /** With the real port: `http://127.0.0.1:4778`. */
  readonly url: string;
  /** Refuses new connections, lets current answers finish for a moment, then closes them. */
  stop(): Promise<void>;
}

/** The address cannot be listened on. The message says how to fix that. */
export class CannotListen extends Error {}

const drainMs = 3_000;

/** Starts answering over HTTP. Port 0 takes any free port. Throws `CannotListen`. */
export async function listen(app: Hono, host: string, port: number): Promise<Listener> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(new CannotListen(whyNot(error, host, port), { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  endKeptConnections(server);
  const { port: actual } = server.address() as AddressInfo;
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const url = `http://${name.includes(":") ? `[${name}]` : name}:${actual}`;
  return { url, stop: () => stop(server) };
}

function whyNot({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === "EADDRINUSE") {
    return `Port ${port} on ${host} is taken. Stop the program that listens there, or choose another port: --port`;
  }
  if (code === "EACCES") return `Port ${port} needs more rights. Choose a port above 1023: --port`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `This machine has no address ${host}. Choose another: --host`;
  }
  return `Cannot listen on ${host}:${port}: ${message}`;
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => server.closeAllConnections(), drainMs);
    server.close((error) => {
      clearTimeout(limit);
      if (error) reject(error);
      else resolve();
    });
    server.closeIdleConnections();
  });
}

/** A connection that a client keeps open would delay the stop: it ends after its current answer. */
function endKeptConnections(server: Server): void {
  server.on("request", (_request, response) => {
    response.once("close", () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });
  });
}
