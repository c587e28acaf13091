import type { CallOptions } from "../../engine.ts";
import { EngineError } from "../../errors.ts";

/** One call under its signal and its deadline. */
export class Call {
  private readonly options: CallOptions;
  private readonly end: number;
  private readonly isAlive: () => boolean;

  constructor(options: CallOptions | undefined, isAlive: () => boolean) {
    this.options = options ?? {};
    this.end = performance.now() + (this.options.deadlineMs ?? Infinity);
    this.isAlive = isAlive;
  }

  /** Lets others run, and fails when the call is over. */
  async turn(): Promise<void> {
    this.check();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    this.check();
  }

  check(): void {
    if (!this.isAlive()) throw new EngineError("unavailable", "the engine has ended");
    if (this.options.signal?.aborted === true) {
      throw new EngineError("cancelled", "the call was cancelled");
    }
    if (performance.now() > this.end) throw new EngineError("deadline", "the call took too long");
  }
}
