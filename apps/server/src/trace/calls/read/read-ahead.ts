const leastBytes = 512 * 1024;
const mostBytes = 4 * 1024 * 1024;
/** What is read at once is so small a part of what the reader has taken before. */
const share = 8;
const firstRows = 500;
const mostRows = 5_000;
/** A reader who takes longer for what was read at once is slow. */
const slowMs = 1_000;

/**
 * How much of an answer is read at once: little at first and for a slow reader, more for one who
 * has taken much, since each query costs some time of its own.
 */
export class ReadAhead {
  #bytes = 0;
  #rows = 0;

  /** Bytes of payload to be read next. */
  get bytes(): number {
    return Math.min(Math.max(leastBytes, this.#bytes / share), mostBytes);
  }

  /** Rows to be looked for next. */
  get rows(): number {
    return Math.min(Math.max(firstRows, this.#rows), mostRows);
  }

  /** The reader has taken what was read for him, or some of it, in so many ms. */
  taken(rows: number, bytes: number, ms: number): void {
    const isSlow = ms > slowMs;
    this.#rows = isSlow ? 0 : this.#rows + rows;
    this.#bytes = isSlow ? 0 : this.#bytes + bytes;
  }
}
