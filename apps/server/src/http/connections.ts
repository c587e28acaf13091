import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as TlsServer } from "node:https";
import { Server as NetServer, type Socket } from "node:net";

/**
 * Keeps the open connections of a server, and ends them without cutting an answer.
 *
 * Node's own `close()` destroys a connection as soon as the whole answer was written to it, even if
 * the socket has not sent it yet: a slow reader then gets only the beginning of a large answer.
 */
export class Connections {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  /** The unfinished answers of a connection, in the order in which they are sent. */
  readonly #busy = new Map<Socket, Set<ServerResponse>>();
  #isClosing = false;

  constructor(server: Server) {
    this.#server = server;
    const event = server instanceof TlsServer ? "secureConnection" : "connection";
    server.on(event, (socket: Socket) => {
      this.#open.add(socket);
      socket.once("close", () => this.#open.delete(socket));
    });
    // Must run before the listener that answers, because that one may answer at once.
    server.prependListener("request", (incoming, outgoing) => this.#track(incoming, outgoing));
  }

  /** Refuses new connections and closes idle ones. Closes a busy one after its answers are sent. */
  close(): Promise<void> {
    this.#isClosing = true;
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(this.#server, () => resolve());
    });
    for (const socket of this.#open) {
      const answers = this.#busy.get(socket);
      if (answers) announceEnd([...answers].at(-1));
      else socket.destroy();
    }
    return closed;
  }

  /** Cuts all connections that are left. */
  destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #track({ socket }: IncomingMessage, outgoing: ServerResponse): void {
    const answers = this.#busy.get(socket) ?? new Set();
    this.#busy.set(socket, answers.add(outgoing));
    if (this.#isClosing) announceEnd(outgoing);
    outgoing.once("close", () => {
      answers.delete(outgoing);
      // The client may not know that the connection ends, and may have sent its next request
      // already.
      if (answers.size > 0) return;
      this.#busy.delete(socket);
      if (this.#isClosing) socket.end();
    });
  }
}

/**
 * Asks the client to send no further request, unless the headers of its answer are already sent.
 */
function announceEnd(last: ServerResponse | undefined): void {
  if (last && !last.headersSent) last.shouldKeepAlive = false;
}
