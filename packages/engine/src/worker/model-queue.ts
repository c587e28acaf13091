import type { Arena } from "../compute/arena.ts";
import type { Pause } from "./training-passes.ts";

/** An operation on a model: runs in slices, and is told of its end exactly once. */
export interface ModelTask {
  readonly id: number;
  begin(arena: Arena): Generator<Pause, unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface RunningTask {
  readonly task: ModelTask;
  readonly slices: Generator<Pause, unknown>;
}

/**
 * The one queue through which everything goes that an open model does: in the order of the calls, one after the other.
 */
export class ModelQueue {
  readonly #waiting: ModelTask[] = [];
  #running: RunningTask | null = null;

  get hasWork(): boolean {
    return this.#running !== null || this.#waiting.length > 0;
  }

  add(task: ModelTask): void {
    this.#waiting.push(task);
  }

  /** Runs to the next pause; `end` after the last one of an operation. */
  runSlice(arena: Arena): Pause | "end" {
    if (this.#running === null) {
      const task = this.#waiting.shift();
      if (task === undefined) return "end";
      this.#running = { task, slices: task.begin(arena) };
    }
    const { task, slices } = this.#running;
    try {
      const result = slices.next();
      if (result.done !== true) return result.value;
      this.#running = null;
      task.resolve(result.value);
    } catch (error) {
      this.#running = null;
      task.reject(error);
    }
    return "end";
  }

  /** Gives an operation up and takes back what it did; false when it is over already or never was here. */
  cancel(id: number): boolean {
    const place = this.#waiting.findIndex((task) => task.id === id);
    if (place >= 0) {
      this.#waiting.splice(place, 1);
      return true;
    }
    if (this.#running?.task.id !== id) return false;
    const { slices } = this.#running;
    this.#running = null;
    slices.return(undefined);
    return true;
  }

  /** Takes out all that have not begun. */
  clearWaiting(): ModelTask[] {
    return this.#waiting.splice(0);
  }
}
