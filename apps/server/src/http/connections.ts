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
  /** The answers that are under way on a connection, in the order in which they leave. */
  readonly #busy = new Map<Socket, Set<ServerResponse>>();
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

  /** Takes no new connections, ends idle ones, and each busy one once its answers have left. */
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

  /** Cuts whatever is left. */
  destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #track({ socket }: IncomingMessage, outgoing: ServerResponse): void {
    const answers = this.#busy.get(socket) ?? new Set();
    this.#busy.set(socket, answers.add(outgoing));
    if (this.#isClosing) announceEnd(outgoing);
    outgoing.once("close", () => {
      answers.delete(outgoing);
      // A client that was not told of the end may have sent the next request already.
      if (answers.size > 0) return;
      this.#busy.delete(socket);
      if (this.#isClosing) socket.end();
    });
  }
}

/** Tells the client, where its answer has not begun to leave, to send nothing more after it. */
function announceEnd(last: ServerResponse | undefined): void {
  if (last && !last.headersSent) last.shouldKeepAlive = false;
}
