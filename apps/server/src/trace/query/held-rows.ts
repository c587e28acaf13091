/**
 * Rows for a reader that takes them one by one. If the reader pauses, they are released: a slow
 * reader then costs another query later instead of memory now.
 */
export class HeldRows<Row> {
  #rows: (Row | undefined)[];
  readonly #idleMs: number;
  readonly length: number;
  #taken = 0;
  #last: Row | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(rows: readonly Row[], idleMs: number) {
    this.#rows = [...rows];
    this.#idleMs = idleMs;
    this.length = rows.length;
  }

  /** The next row; undefined if all were taken, or if the others were released. */
  next(): Row | undefined {
    const row = this.#rows[this.#taken];
    if (row === undefined) {
      this.letGo();
      return undefined;
    }
    this.#rows[this.#taken] = undefined;
    this.#taken += 1;
    this.#last = row;
    this.awaitReader();
    return row;
  }

  /** Releases the rows after a while, unless the reader takes one before. */
  awaitReader(): void {
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.letGo(), this.#idleMs).unref();
  }

  /** The rows that are not taken yet. */
  rest(): Row[] {
    return this.#rows.filter((row) => row !== undefined);
  }

  /** The number of taken rows. */
  get taken(): number {
    return this.#taken;
  }

  /** The row that was taken last: a new query can go on after it. */
  get last(): Row | undefined {
    return this.#last;
  }

  /** Whether all rows were taken. */
  get isUsedUp(): boolean {
    return this.#taken === this.length;
  }

  /** Releases the rows. */
  letGo(): void {
    clearTimeout(this.#timer);
    this.#rows = [];
  }
}
