/** One who waits. */
export interface EarlyReader {
  /** Resolves when what was asked for has come. */
  readonly arrived: Promise<void>;
  /** To be called in the end, whether it has come or not. */
  leave(): void;
}

/** Those who ask for something by name that may still be on its way. */
export class EarlyReaders {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Waits from now on. */
  enter(name: string): EarlyReader {
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    const readers = this.#waiting.get(name) ?? new Set();
    this.#waiting.set(name, readers.add(resolve));
    return {
      arrived,
      leave: () => {
        readers.delete(resolve);
        if (readers.size === 0) this.#waiting.delete(name);
      },
    };
  }

  /** Tells those who wait for it that it has come. */
  tell(name: string): void {
    for (const resolve of this.#waiting.get(name) ?? []) resolve();
  }
}
