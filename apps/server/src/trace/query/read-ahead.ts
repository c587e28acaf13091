const leastBytes = 512 * 1024;
const mostBytes = 2 * 1024 * 1024;
/** One read is at most 1/8 of all that the reader has taken before. */
const share = 8;
const firstRows = 500;
const mostRows = 5_000;
/** A reader that takes longer for one read is slow. */
const slowMs = 1_000;

/**
 * Decides how much of an answer is read at once: little at first and for a slow reader, more after
 * the reader has taken much, because each query has a fixed cost.
 */
export class ReadAhead {
  #bytes = 0;
  #rows = 0;

  /** Bytes of payload to read next. */
  get bytes(): number {
    return Math.min(Math.max(leastBytes, this.#bytes / share), mostBytes);
  }

  /** Rows to look for next. */
  get rows(): number {
    return Math.min(Math.max(firstRows, this.#rows), mostRows);
  }

  /** Whether the reader took the last read quickly. */
  get isQuick(): boolean {
    return this.#rows > 0;
  }

  /** Records that the reader took this much of the last read, and the time in ms. */
  taken(rows: number, bytes: number, ms: number): void {
    const isSlow = ms > slowMs;
    this.#rows = isSlow ? 0 : this.#rows + rows;
    this.#bytes = isSlow ? 0 : this.#bytes + bytes;
  }
}
