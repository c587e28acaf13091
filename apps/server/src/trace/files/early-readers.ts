/** A reader that waits for a file. */
export interface EarlyReader {
  /** Resolves when the file has arrived. */
  readonly arrived: Promise<void>;
  /** Must be called at the end, whether the file has arrived or not. */
  leave(): void;
}

/** Keeps the readers of files that may still be uploading. */
export class EarlyReaders {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Adds a reader. */
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

  /** Tells the waiting readers that the file has arrived. */
  tell(name: string): void {
    for (const resolve of this.#waiting.get(name) ?? []) resolve();
  }
}
