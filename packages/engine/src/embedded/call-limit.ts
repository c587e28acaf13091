import type { CallOptions } from "../engine.ts";
import { EngineError } from "../errors.ts";
import { callOptionsForm } from "../forms/engine-forms.ts";

/** Timers hold at most so many milliseconds; a later deadline never comes. */
const longestTimerMs = 2 ** 31 - 1;

/** What gives a call up: its signal, or its deadline, whichever comes first. Close it when the call is over. */
export class CallLimit {
  readonly #signal: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<(error: EngineError) => void>();
  readonly #onAbort: () => void;
  #error: EngineError | null = null;

  /** The time counts from here. Throws `invalid` for options that are none. */
  constructor(options: CallOptions = {}) {
    callOptionsForm(options, "options");
    const { signal, deadlineMs } = options;
    this.#signal = signal;
    this.#onAbort = () => this.#exceed(cancelled(signal));
    if (deadlineMs !== undefined && !(deadlineMs >= 0)) {
      throw new EngineError("invalid", `deadlineMs is ${deadlineMs}; it has to be 0 or more`, {
        parameter: "deadlineMs",
      });
    }
    if (signal?.aborted) this.#exceed(cancelled(signal));
    else if (deadlineMs === 0) this.#exceed(deadline(0));
    if (this.#error !== null) return;
    signal?.addEventListener("abort", this.#onAbort, { once: true });
    if (deadlineMs !== undefined && deadlineMs <= longestTimerMs) {
      this.#timer = setTimeout(() => this.#exceed(deadline(deadlineMs)), deadlineMs);
    }
  }

  /** Why the call is given up; null while it is not. */
  get error(): EngineError | null {
    return this.#error;
  }

  /** Throws when the call was given up. */
  check(): void {
    if (this.#error !== null) throw this.#error;
  }

  /** Calls back once when the call is given up; the result takes the listener away. */
  onExceeded(listener: (error: EngineError) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Waits for a promise no longer than the call may take; what the promise does afterwards is not the call's affair. */
  async race<T>(promise: Promise<T>): Promise<T> {
    this.check();
    const { promise: exceeded, reject } = rejection();
    const forget = this.onExceeded(reject);
    try {
      return await Promise.race([promise, exceeded]);
    } finally {
      forget();
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#onAbort);
    this.#listeners.clear();
  }

  #exceed(error: EngineError): void {
    if (this.#error !== null) return;
    this.#error = error;
    const listeners = [...this.#listeners];
    this.close();
    for (const listener of listeners) listener(error);
  }
}

function rejection(): { promise: Promise<never>; reject: (error: EngineError) => void } {
  let reject: (error: EngineError) => void = () => {};
  const promise = new Promise<never>((_resolve, rejectPromise) => {
    reject = rejectPromise;
  });
  return { promise, reject };
}

function cancelled(signal: AbortSignal | undefined): EngineError {
  return new EngineError("cancelled", "the call was cancelled by its signal", {
    cause: signal?.reason,
  });
}

function deadline(deadlineMs: number): EngineError {
  return new EngineError("deadline", `the call took longer than its ${deadlineMs} ms`);
}
