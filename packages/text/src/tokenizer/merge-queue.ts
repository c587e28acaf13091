/** The merges that may be done in a word: the lowest rank first, of one rank the leftmost. A binary heap. */
export class MergeQueue {
  // One number for both, rank first; exact, since 2^20 ranks times 2^28 positions is below 2^53.
  static readonly #positions: number = 2 ** 28;
  #keys = new Float64Array(64);
  #size = 0;

  push(rank: number, position: number): void {
    if (this.#size === this.#keys.length) {
      const keys = new Float64Array(this.#size * 2);
      keys.set(this.#keys);
      this.#keys = keys;
    }
    const key = rank * MergeQueue.#positions + position;
    let place = this.#size++;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (this.#at(above) <= key) break;
      this.#keys[place] = this.#at(above);
      place = above;
    }
    this.#keys[place] = key;
  }

  /** Takes the first away; null when there is none. */
  pop(): { readonly rank: number; readonly position: number } | null {
    if (this.#size === 0) return null;
    const first = this.#at(0);
    const key = this.#at(--this.#size);
    let place = 0;
    for (;;) {
      let below = place * 2 + 1;
      if (below >= this.#size) break;
      if (below + 1 < this.#size && this.#at(below + 1) < this.#at(below)) below++;
      if (key <= this.#at(below)) break;
      this.#keys[place] = this.#at(below);
      place = below;
    }
    this.#keys[place] = key;
    const position = first % MergeQueue.#positions;
    return { rank: (first - position) / MergeQueue.#positions, position };
  }

  #at(place: number): number {
    return this.#keys[place] ?? Infinity;
  }
}
