/** A request is forgotten when another of the same place is withdrawn: it runs, and nobody listens. */
const places = 4_096;

/**
 * Requests that nobody waits for any more, in memory of both threads: while the worker works it
 * hears no message.
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
