import type { IncomingMessage } from "node:http";

/** What of a request tells how fast its body comes. */
export type PacedBody = Pick<
  IncomingMessage,
  "complete" | "readableLength" | "readableHighWaterMark"
> & { readonly socket: { readonly bytesRead: number } };

interface Watched {
  readonly body: PacedBody;
  readonly onSlow: () => void;
  /** Where the stretch of time that is looked at began. */
  sinceMs: number;
  bytesThen: number;
}

/** As long as a line may falter. */
const stretchMs = 10_000;
const checkMs = 1_000;

/**
 * Watches the bodies that are on their way, and tells of those that come slower than they must: who
 * sends a byte a second would otherwise hold its place for minutes. A body that the server itself
 * does not read just now is not slow.
 */
export class BodyPace {
  /** Slower bodies are cut. */
  readonly minBytesPerS: number;
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | undefined;

  constructor(minBytesPerS: number) {
    this.minBytesPerS = minBytesPerS;
  }

  /** `onSlow` is called once, at most. The function it returns ends the watch. */
  watch(body: PacedBody, onSlow: () => void, nowMs: number = performance.now()): () => boolean {
    const watched = { body, onSlow, sinceMs: nowMs, bytesThen: body.socket.bytesRead };
    this.#watched.add(watched);
    this.#timer ??= setInterval(() => this.check(performance.now()), checkMs).unref();
    return () => this.#watched.delete(watched);
  }

  /** Looks at every body that is on its way. */
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
