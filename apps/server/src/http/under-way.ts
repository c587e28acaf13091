/** Requests that are being worked on, and the way to end their work early. */
export class UnderWay {
  readonly #requests = new Set<AbortController>();
  readonly #waiting = new Set<() => void>();

  /** How many there are. */
  get size(): number {
    return this.#requests.size;
  }

  /** Counts a request in; the function it returns counts it out again, once. */
  enter(work: AbortController): () => void {
    this.#requests.add(work);
    return () => {
      if (!this.#requests.delete(work) || this.#requests.size > 0) return;
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
