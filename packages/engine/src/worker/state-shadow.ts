/** Int32 words before the blocks: count of floats, completed writes, step of slot 0, step of slot 1, model. */
const headerWords = 16;

/**
 * A model's state after its last completed step, in memory that outlives the worker: weights and both moments, twice.
 * A write goes to the slot that is not current and becomes current with one atomic store, so that a worker killed at
 * any moment leaves a whole state behind.
 */
export class StateShadow {
  readonly buffer: SharedArrayBuffer;
  readonly #header: Int32Array;
  readonly #floatsPerSlot: number;

  /** A shadow that another thread made. */
  constructor(buffer: SharedArrayBuffer) {
    this.buffer = buffer;
    this.#header = new Int32Array(buffer, 0, headerWords);
    this.#floatsPerSlot = this.#header[0] ?? 0;
  }

  /** A shadow for blocks of so many floats together. */
  static create(floats: number): StateShadow {
    const buffer = new SharedArrayBuffer(headerWords * 4 + 2 * floats * 4);
    new Int32Array(buffer)[0] = floats;
    return new StateShadow(buffer);
  }

  /** Keeps a state; until this returns, the one before is what a reader sees. */
  write(step: number, blocks: readonly Float32Array[]): void {
    const writes = Atomics.load(this.#header, 1);
    const slot = (writes + 1) & 1;
    const floats = this.#slot(slot);
    let offset = 0;
    for (const block of blocks) {
      floats.set(block, offset);
      offset += block.length;
    }
    this.#header[2 + slot] = step;
    Atomics.store(this.#header, 1, writes + 1);
  }

  /** Floats that a state may have. */
  get capacity(): number {
    return this.#floatsPerSlot;
  }

  /** The model whose state it keeps: a shadow serves one model after another. */
  get model(): number {
    return Atomics.load(this.#header, 4);
  }

  set model(model: number) {
    Atomics.store(this.#header, 4, model);
  }

  /** The number of the step after which the state was kept. */
  get step(): number {
    return this.#header[2 + this.#current()] ?? 0;
  }

  /** Copies the state into blocks of the same lengths and returns its step. */
  read(blocks: readonly Float32Array[]): number {
    const slot = this.#current();
    const floats = this.#slot(slot);
    let offset = 0;
    for (const block of blocks) {
      block.set(floats.subarray(offset, offset + block.length));
      offset += block.length;
    }
    return this.#header[2 + slot] ?? 0;
  }

  #current(): number {
    return Atomics.load(this.#header, 1) & 1;
  }

  #slot(slot: number): Float32Array {
    const offset = headerWords * 4 + slot * this.#floatsPerSlot * 4;
    return new Float32Array(this.buffer, offset, this.#floatsPerSlot);
  }
}
