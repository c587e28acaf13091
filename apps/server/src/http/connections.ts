import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as TlsServer } from "node:https";
import { Server as NetServer, type Socket } from "node:net";

/**
 * The open connections of a server, and how to end them without cutting an answer.
 *
 * Node's own `close()` destroys a connection whose answer has been handed over but has not left
 * yet: of a large answer to a slow reader only the beginning arrives.
 */
export class Connections {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  readonly #busy = new Set<Socket>();
  #isClosing = false;

  constructor(server: Server) {
    this.#server = server;
    const event = server instanceof TlsServer ? "secureConnection" : "connection";
    server.on(event, (socket: Socket) => {
      this.#open.add(socket);
      socket.once("close", () => this.#open.delete(socket));
    });
    // Before the listener that answers, which may do so at once.
    server.prependListener("request", (incoming, outgoing) => this.#track(incoming, outgoing));
  }

  /** Takes no new connections, ends idle ones, and each busy one once its answer has left. */
  close(): Promise<void> {
    this.#isClosing = true;
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(this.#server, () => resolve());
    });
    for (const socket of this.#open) if (!this.#busy.has(socket)) socket.destroy();
    return closed;
  }

  /** Cuts whatever is left. */
  destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #track({ socket }: IncomingMessage, outgoing: ServerResponse): void {
    if (this.#isClosing) outgoing.shouldKeepAlive = false;
    this.#busy.add(socket);
    outgoing.once("close", () => {
      this.#busy.delete(socket);
      if (this.#isClosing) socket.end();
    });
  }
}
