import type { Training } from "@heddle/types";

/** The checks of the parts that training needs. */
export interface SystemCheckOptions {
  /** Whether the store of records answers. */
  hasRecords(): Promise<boolean>;
  readonly nowMs?: () => number;
}

/**
 * The check needs no key, so any number of clients may ask. The store is asked once in this time.
 */
const cachedMs = 5_000;

const noWorker: Training.QueueCheck = {
  success: false,
  duration: null,
  error: "no training worker",
};

/**
 * Reports the state of everything that training needs, and checks it at most every five seconds.
 */
export class SystemCheck {
  readonly #hasRecords: () => Promise<boolean>;
  readonly #nowMs: () => number;
  #last: { readonly result: Promise<Training.SystemCheck>; readonly atMs: number } | undefined;

  constructor(options: SystemCheckOptions) {
    this.#hasRecords = () => options.hasRecords();
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
    const database = await this.#hasRecords();
    return { api: true, database, cpu_queue: noWorker, gpu_queue: noWorker };
  }
}

/** Whether all checked parts work. */
export function isWell(check: Training.SystemCheck): boolean {
  return check.database && check.cpu_queue.success && check.gpu_queue.success;
}
