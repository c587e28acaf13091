import { EngineError } from "@heddle/engine";
import type { Training } from "@heddle/types";

/** The checks of the parts that training needs. */
export interface SystemCheckOptions {
  /** Whether the store of records answers. */
  hasRecords(): Promise<boolean>;
  /** Whether somebody runs the jobs of the queue. */
  hasRunner(): boolean;
  /** Whether the engine, which computes the training, has its worker. */
  engineAnswers(): Promise<boolean>;
  readonly nowMs?: () => number;
}

/**
 * The check needs no key, so any number of clients may ask. The store is asked once in this time.
 */
const cachedMs = 5_000;

/**
 * Reports the state of everything that training needs, and checks it at most every five seconds.
 */
export class SystemCheck {
  readonly #options: SystemCheckOptions;
  readonly #nowMs: () => number;
  #last: { readonly result: Promise<Training.SystemCheck>; readonly atMs: number } | undefined;

  constructor(options: SystemCheckOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
  }

  /** The last result, or a new one if that is too old. */
  result(): Promise<Training.SystemCheck> {
    const nowMs = this.#nowMs();
    if (this.#last === undefined || nowMs - this.#last.atMs >= cachedMs) {
      this.#last = { result: this.#look(), atMs: nowMs };
    }
    return this.#last.result;
  }

  async #look(): Promise<Training.SystemCheck> {
    const startedMs = this.#nowMs();
    const [database, engine] = await Promise.all([this.#options.hasRecords(), this.#engine()]);
    // The queue is in the records, so it answers when they do.
    const queue = this.#queue(database, (this.#nowMs() - startedMs) / 1000);
    return { api: true, database, cpu_queue: queue, gpu_queue: engine };
  }

  #queue(database: boolean, duration: number): Training.QueueCheck {
    if (!this.#options.hasRunner()) {
      return { success: false, duration: null, error: "no training worker" };
    }
    if (!database) return { success: false, duration: null, error: "the queue does not answer" };
    return { success: true, duration, error: null };
  }

  async #engine(): Promise<Training.QueueCheck> {
    const startedMs = this.#nowMs();
    const failed = { success: false, duration: null };
    try {
      if (!(await this.#options.engineAnswers())) {
        return { ...failed, error: "the engine has no worker; it is starting one" };
      }
      return { success: true, duration: (this.#nowMs() - startedMs) / 1000, error: null };
    } catch (error) {
      // The check is for the public, and the message of an engine may name a path.
      if (!(error instanceof EngineError)) throw error;
      return { ...failed, error: `the engine does not answer (${error.kind})` };
    }
  }
}

/** Whether all checked parts work. */
export function isWell(check: Training.SystemCheck): boolean {
  return check.database && check.cpu_queue.success && check.gpu_queue.success;
}
