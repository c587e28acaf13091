/** Work on one name after the other, on different names at once. */
export class NameQueues {
  readonly #ends = new Map<string, Promise<unknown>>();

  /** Runs when all that came before under this name has come to its end, well or not. */
  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#ends.get(name) ?? Promise.resolve();
    const result = before.then(work);
    const end = result
      .catch(() => {
        // Whoever waits for the result hears of it; the next in the queue does not care.
      })
      .finally(() => {
        if (this.#ends.get(name) === end) this.#ends.delete(name);
      });
    this.#ends.set(name, end);
    return result;
  }

  /** Resolves when all that was begun has come to its end. */
  async settled(): Promise<void> {
    while (this.#ends.size > 0) await Promise.all(this.#ends.values());
  }
}
