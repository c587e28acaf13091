import type { IncomingMessage } from "node:http";

/** The parts of a request that show how fast its body arrives. */
export type PacedBody = Pick<
  IncomingMessage,
  "complete" | "readableLength" | "readableHighWaterMark"
> & { readonly socket: { readonly bytesRead: number } };

interface Watched {
  readonly body: PacedBody;
  readonly onSlow: () => void;
  /** Start of the current measurement. */
  sinceMs: number;
  bytesThen: number;
}

/** A connection may pause for this long. */
const stretchMs = 10_000;
const checkMs = 1_000;

/**
 * Reports request bodies that arrive too slowly: otherwise a client that sends a byte a second
 * would hold its place for minutes. A body does not count as slow while the server itself does not
 * read it.
 */
export class BodyPace {
  /** Bodies that are slower than this are cut. */
  readonly minBytesPerS: number;
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | undefined;

  constructor(minBytesPerS: number) {
    this.minBytesPerS = minBytesPerS;
  }

  /** Watches a body, and calls `onSlow` at most once. The returned function ends the watch. */
  watch(body: PacedBody, onSlow: () => void, nowMs: number = performance.now()): () => boolean {
    const watched = { body, onSlow, sinceMs: nowMs, bytesThen: body.socket.bytesRead };
    this.#watched.add(watched);
    this.#timer ??= setInterval(() => this.check(performance.now()), checkMs).unref();
    return () => this.#watched.delete(watched);
  }

  /** Checks every watched body. */
  check(nowMs: number): void {
    if (this.#watched.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    for (const watched of this.#watched) {
      const { body, onSlow, sinceMs, bytesThen } = watched;
      if (body.complete) {
        this.#watched.delete(watched);
        continue;
      }
      const isOurs = body.readableLength >= body.readableHighWaterMark;
      const elapsedMs = nowMs - sinceMs;
      if (!isOurs && elapsedMs < stretchMs) continue;
      const came = body.socket.bytesRead - bytesThen;
      if (!isOurs && came * 1000 < this.minBytesPerS * elapsedMs) {
        this.#watched.delete(watched);
        onSlow();
        continue;
      }
      watched.sinceMs = nowMs;
      watched.bytesThen = body.socket.bytesRead;
    }
  }
}
