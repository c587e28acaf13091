/**
 * Rows that were read for someone who takes them one by one. While nobody takes any, they are let
 * go: a reader who is slow costs another query later, and not memory now.
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

  /** The next row; nothing when all are taken, and when the others were let go. */
  next(): Row | undefined {
    const row = this.#rows[this.#taken];
    if (row === undefined) {
      this.letGo();
      return undefined;
    }
    this.#rows[this.#taken] = undefined;
    this.#taken += 1;
    this.#last = row;
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.letGo(), this.#idleMs).unref();
    return row;
  }

  /** Those that nobody has taken yet. */
  rest(): Row[] {
    return this.#rows.filter((row) => row !== undefined);
  }

  /** How many were taken. */
  get taken(): number {
    return this.#taken;
  }

  /** The row that was taken last: what is left is read again from there. */
  get last(): Row | undefined {
    return this.#last;
  }

  /** Whether all were taken. */
  get isUsedUp(): boolean {
    return this.#taken === this.length;
  }

  /** Holds no more rows. */
  letGo(): void {
    clearTimeout(this.#timer);
    this.#rows = [];
  }
}
