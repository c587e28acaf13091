/** Lets works on the same name run one after the other. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs `work` when all earlier works on the name are over. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const earlier = this.#last.get(name) ?? Promise.resolve();
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const mine = earlier.then(() => over);
    this.#last.set(name, mine);
    try {
      await earlier;
      return await work();
    } finally {
      end();
      if (this.#last.get(name) === mine) this.#last.delete(name);
    }
  }
}
