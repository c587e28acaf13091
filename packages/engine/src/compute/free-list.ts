interface Block {
  pointer: number;
  bytes: number;
}

/**
 * Which parts of a linear memory are taken: best fit among the free, else the top moves up; neighbours that become free
 * join at once. Knows nothing of the memory itself.
 */
export class FreeList {
  /** Ascending, never touching each other or the top. */
  readonly #free: Block[] = [];
  readonly #taken = new Map<number, number>();
  #top: number;
  #bytes = 0;

  constructor(start: number) {
    this.#top = start;
  }

  /** The sum of what is taken. */
  get bytes(): number {
    return this.#bytes;
  }

  /** One past the last taken byte. */
  get top(): number {
    return this.#top;
  }

  /** Takes a part; the top may move, and `top` then says how far. */
  take(bytes: number): number {
    let best = -1;
    for (const [index, block] of this.#free.entries()) {
      if (block.bytes < bytes) continue;
      if (best === -1 || block.bytes < (this.#free[best]?.bytes ?? 0)) best = index;
    }
    const block = this.#free[best];
    const pointer = block?.pointer ?? this.#top;
    if (block === undefined) {
      this.#top += bytes;
    } else if (block.bytes === bytes) {
      this.#free.splice(best, 1);
    } else {
      block.pointer += bytes;
      block.bytes -= bytes;
    }
    this.#taken.set(pointer, bytes);
    this.#bytes += bytes;
    return pointer;
  }

  /** Gives a part back; false when none that is taken starts there. */
  give(pointer: number): boolean {
    const bytes = this.#taken.get(pointer);
    if (bytes === undefined) return false;
    this.#taken.delete(pointer);
    this.#bytes -= bytes;
    const found = this.#free.findIndex((block) => block.pointer > pointer);
    const index = found === -1 ? this.#free.length : found;
    const joined: Block = { pointer, bytes };
    const before = this.#free[index - 1];
    const after = this.#free[index];
    let from = index;
    let replaced = 0;
    if (before !== undefined && before.pointer + before.bytes === pointer) {
      joined.pointer = before.pointer;
      joined.bytes += before.bytes;
      from -= 1;
      replaced += 1;
    }
    if (after !== undefined && pointer + bytes === after.pointer) {
      joined.bytes += after.bytes;
      replaced += 1;
    }
    if (joined.pointer + joined.bytes === this.#top) {
      this.#top = joined.pointer;
      this.#free.splice(from, replaced);
    } else {
      this.#free.splice(from, replaced, joined);
    }
    return true;
  }
}
