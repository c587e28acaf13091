/** Counts the open requests, and can stop the work on them. */
export class UnderWay {
  readonly #requests = new Set<AbortController>();
  readonly #waiting = new Set<() => void>();

  /** The number of open requests. */
  get size(): number {
    return this.#requests.size;
  }

  /** Adds a request. The returned function removes it, once. */
  enter(work: AbortController): () => void {
    this.#requests.add(work);
    return () => {
      if (!this.#requests.delete(work) || this.#requests.size > 0) return;
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
    };
  }

  /** Resolves when there is no open request. */
  async idle(): Promise<void> {
    if (this.#requests.size === 0) return;
    await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Stops the work on all open requests. */
  abort(reason: Error): void {
    for (const work of this.#requests) work.abort(reason);
  }
}
