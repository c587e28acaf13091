/**
 * Number of places. If a later request takes the place of a withdrawn one, the withdrawn one runs
 * after all, and its answer is dropped.
 */
const places = 4_096;

/**
 * The ids of requests that no caller waits for any more. They are in memory that both threads
 * share, because the worker receives no message while a statement runs.
 */
export class Withdrawn {
  readonly shared: SharedArrayBuffer;
  readonly #ids: Int32Array;

  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(4 * places)) {
    this.shared = shared;
    this.#ids = new Int32Array(shared);
  }

  add(id: number): void {
    Atomics.store(this.#ids, id % places, id | 0);
  }

  has(id: number): boolean {
    return Atomics.load(this.#ids, id % places) === (id | 0);
  }
}
