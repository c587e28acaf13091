/** A queue of items that arrive over time. Only one reader at a time. */
export class Arrivals<Item> {
  readonly #waiting: Item[] = [];
  #isEnded = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  push(item: Item): void {
    this.#waiting.push(item);
    this.#wake?.();
  }

  /** No more items will come. */
  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  /**
   * Makes the next read throw this error, even if items are waiting. Only the first failure counts.
   */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake?.();
  }

  /** The next item; `undefined` after the last. */
  async next(): Promise<Item | undefined> {
    for (;;) {
      if (this.#failure) throw this.#failure.error;
      if (this.#waiting.length > 0) return this.#waiting.shift();
      if (this.#isEnded) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
