/** Collects what has been opened, to close it in reverse order. */
export class Closers {
  readonly #closers: (() => void | Promise<void>)[] = [];

  /** Remembers how to close what was just opened. */
  add(close: () => void | Promise<void>): void {
    this.#closers.push(close);
  }

  /**
   * Closes everything, the newest first, even if some of it fails.
   *
   * @throws the first failure, after everything was tried.
   */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closers.splice(0).toReversed()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
