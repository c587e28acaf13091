/** How a sweeper tries again, and tells why. */
export interface SweeperOptions {
  /** How long to wait before another try, in ms. */
  readonly retryMs: number;
  /** Gets what a sweep threw. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Works off in the background what the records mark, such as what is to delete: one sweep after another, and again
 * after a while where something is left. The marks last longer than the process, so a sweep may end at any moment.
 */
export abstract class Sweeper {
  readonly #options: SweeperOptions;
  #round: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  /** Works off what is marked, and says whether nothing is left to try again. Ends early once `isClosed`. */
  protected abstract sweepOnce(): Promise<boolean>;

  protected get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Begins to work off what is marked; `settled` says when that is done. */
  sweep(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#round = this.#round.then(() => this.#sweep());
  }

  /** Resolves when the sweeps that have begun are over. */
  async settled(): Promise<void> {
    await this.#round;
  }

  /** Lets the work under way finish; the next start goes on with the others. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#round;
  }

  async #sweep(): Promise<void> {
    let isComplete = false;
    try {
      isComplete = await this.sweepOnce();
    } catch (error) {
      this.#options.onFailure(error);
    }
    if (isComplete || this.#isClosed) return;
    this.#timer = setTimeout(() => this.sweep(), this.#options.retryMs);
    this.#timer.unref();
  }
}
