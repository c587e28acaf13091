/** Gives the turn to one caller at a time, in the order of their calls. */
export class Turns {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is the caller's turn; the caller gives it back with `pass`. */
  take(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  pass(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }
}
