const firstDelayMs = 200;
const mostDelayMs = 10_000;

/**
 * Decides how long to wait before the next start of a server that has run, and now refuses to
 * start. It never gives up: a start that refuses does no harm, and the obstacle may go away, such
 * as a full disk. It never waits long either, so that the server is soon back when the way is free.
 */
export class RetryDelay {
  #nextMs = firstDelayMs;

  /**
   * Counts a refusal.
   *
   * @returns {number} how long to wait, in milliseconds
   */
  next() {
    const delayMs = this.#nextMs;
    this.#nextMs = Math.min(delayMs * 2, mostDelayMs);
    return delayMs;
  }

  /** The server listens: the next refusal is the first one. */
  reset() {
    this.#nextMs = firstDelayMs;
  }
}
