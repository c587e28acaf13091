/** Lists of numbers, each kept once and known by a number of its own: equal lists have equal numbers. */
export class InternedLists {
  readonly #lists: Int32Array[] = [];
  /** Open addressing: the number of a list plus one, or 0. */
  #slots: Int32Array = new Int32Array(1024);
  #words = 0;

  get size(): number {
    return this.#lists.length;
  }

  /** Memory that the lists take, about. */
  get bytes(): number {
    // An array of its own for each list takes about 120 bytes beside its numbers.
    return 4 * this.#words + 128 * this.#lists.length + this.#slots.byteLength;
  }

  get(id: number): Int32Array {
    return this.#lists[id]!;
  }

  /** The number of the list of the first `length` members of `values`, which may be written to afterwards. */
  idOf(values: Int32Array, length: number): number {
    if (2 * this.#lists.length >= this.#slots.length) this.#grow();
    const mask = this.#slots.length - 1;
    let slot = hashOf(values, length) & mask;
    for (let found = this.#slots[slot]!; found !== 0; found = this.#slots[slot]!) {
      if (isEqual(this.#lists[found - 1]!, values, length)) return found - 1;
      slot = (slot + 1) & mask;
    }
    this.#words += length;
    this.#slots[slot] = this.#lists.push(values.slice(0, length));
    return this.#lists.length - 1;
  }

  #grow(): void {
    this.#slots = new Int32Array(2 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (const [id, list] of this.#lists.entries()) {
      let slot = hashOf(list, list.length) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = id + 1;
    }
  }
}

function isEqual(list: Int32Array, values: Int32Array, length: number): boolean {
  if (list.length !== length) return false;
  for (let i = 0; i < length; i++) if (list[i] !== values[i]) return false;
  return true;
}

function hashOf(values: Int32Array, length: number): number {
  let hash = length;
  for (let i = 0; i < length; i++) {
    hash = Math.imul(hash ^ values[i]!, 0x9e37_79b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 1;
}
