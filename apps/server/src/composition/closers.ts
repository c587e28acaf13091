/** What has been opened, so that it can be closed in reverse. */
export class Closers {
  readonly #closers: (() => void | Promise<void>)[] = [];

  /** Remembers how to close what was just opened. */
  add(close: () => void | Promise<void>): void {
    this.#closers.push(close);
  }

  /**
   * Closes everything, the newest first, whatever fails on the way.
   *
   * @throws the first of the failures, once all are through.
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
