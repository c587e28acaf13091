/** Does something if nothing happens for a time. It does not keep the process alive. */
export class IdleTimer {
  readonly #idleMs: number;
  readonly #onIdle: () => void;
  #timer: NodeJS.Timeout | undefined;
  #hasFired = false;

  constructor(idleMs: number, onIdle: () => void) {
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
  }

  /** Whether it has fired since it was started. */
  get hasFired(): boolean {
    return this.#hasFired;
  }

  /** Begins to wait, or begins anew. */
  start(): void {
    this.#hasFired = false;
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.#fire(), this.#idleMs).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #fire(): void {
    this.#hasFired = true;
    this.#onIdle();
  }
}
