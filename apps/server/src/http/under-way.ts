/** Requests that are being worked on, and the way to end their work early. */
export class UnderWay {
  readonly #requests = new Set<AbortController>();
  readonly #waiting = new Set<() => void>();
  #bytes = 0;

  /** How many there are. */
  get size(): number {
    return this.#requests.size;
  }

  /** What their bodies hold, or may come to hold. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts a request in; the function it returns counts it out again, once. */
  enter(work: AbortController, bodyBytes: number): () => void {
    this.#requests.add(work);
    this.#bytes += bodyBytes;
    return () => {
      if (!this.#requests.delete(work)) return;
      this.#bytes -= bodyBytes;
      if (this.#requests.size > 0) return;
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
    };
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    if (this.#requests.size === 0) return;
    await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Stops the work on everything that is under way. */
  abort(reason: Error): void {
    for (const work of this.#requests) work.abort(reason);
  }
}
