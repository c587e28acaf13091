import type { Lane, Turn } from "./fair-turns.ts";

/** Weights on their way into memory. */
interface Load {
  readonly pieces: Generator<number, void>;
  /** See `Operations.loadBase`. */
  readonly progress: Int32Array;
  readonly done: (error: unknown) => void;
}

/**
 * Loads base models one after the other and a piece at a time: gigabytes take seconds, in which the streams of other
 * models go on.
 */
export class LoadingLane implements Lane {
  readonly #loads: Load[] = [];

  /** `done` is called with null once all is there, with the error otherwise. */
  add(pieces: Generator<number, void>, progress: Int32Array, done: Load["done"]): void {
    this.#loads.push({ pieces, progress, done });
  }

  run(): Turn {
    const [load] = this.#loads;
    if (load === undefined) return "idle";
    try {
      const { done, value } = load.pieces.next();
      if (done !== true) {
        // All of it is there only when `done` has been called.
        Atomics.store(load.progress, 0, Math.min(999, Math.floor(value * 1000)));
        return "worked";
      }
    } catch (error) {
      this.#loads.shift();
      load.done(error);
      return "worked";
    }
    this.#loads.shift();
    Atomics.store(load.progress, 0, 1000);
    load.done(null);
    return "worked";
  }
}
