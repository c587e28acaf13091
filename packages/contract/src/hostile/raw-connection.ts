import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Characters kept of the answers: enough for the head and the message of a refusal. */
const keptCharacters = 64 * 1024;

/** A connection over which an attacker writes any bytes, at any pace. */
export class RawConnection {
  readonly #socket: Socket;
  readonly #firstStatus: PromiseWithResolvers<number | undefined> = Promise.withResolvers();
  readonly #closed: PromiseWithResolvers<void> = Promise.withResolvers();
  #text = "";
  #tail = "";
  #isClosed = false;
  /** The status of every answer that has begun, in order. */
  readonly statuses: number[] = [];
  /** Number of bytes received. */
  bytesRead = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    // The server cuts connections with a reset, and the tests wait for it.
    socket.on("error", () => socket.destroy());
    socket.once("close", () => {
      this.#isClosed = true;
      this.#firstStatus.resolve(undefined);
      this.#closed.resolve();
    });
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, "connect");
    return new RawConnection(socket);
  }

  /** The status of the first answer; undefined if the connection was closed without one. */
  get status(): Promise<number | undefined> {
    return this.#firstStatus.promise;
  }

  /** Resolves when either side has closed the connection. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The beginning of the received text: heads, and messages of refusals. */
  get text(): string {
    return this.#text;
  }

  /** Resolves once the bytes are on their way, or the connection is closed. */
  async write(chunk: string | Uint8Array): Promise<void> {
    if (this.#isClosed || !this.#socket.writable) return;
    if (this.#socket.write(chunk)) return;
    await new Promise<void>((resolve) => {
      const settle = (): void => {
        this.#socket.off("drain", settle).off("close", settle);
        resolve();
      };
      this.#socket.on("drain", settle).on("close", settle);
    });
  }

  /** Reads the head of the answer, and then not one byte more. */
  stopReading(): void {
    if (this.bytesRead > 0) this.#socket.pause();
    else this.#socket.once("data", () => this.#socket.pause());
  }

  /** Reads the rest after all. */
  readOn(): void {
    this.#socket.resume();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.bytesRead += chunk.length;
    const text = chunk.toString("latin1");
    if (this.#text.length < keptCharacters) this.#text += text.slice(0, keptCharacters);
    // A status line may lie across two chunks.
    const seen = this.#tail + text;
    for (const [, status] of seen.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      this.statuses.push(Number(status));
    }
    // One character less than a match, so that nothing is counted twice.
    this.#tail = seen.slice(-12);
    if (this.statuses.length > 0) this.#firstStatus.resolve(this.statuses[0]);
  }
}

/** Opens `count` connections at once. */
export function openConnections(url: string, count: number): Promise<RawConnection[]> {
  return Promise.all(Array.from({ length: count }, () => RawConnection.open(url)));
}

/** Closes all of them, from the attacker's side. */
export function destroyAll(connections: readonly RawConnection[]): void {
  for (const connection of connections) connection.destroy();
}
