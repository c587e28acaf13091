import { HeldRows } from "./held-rows.ts";
import type { EntryKey, NewestRows } from "./versioned-table-sql.ts";

/** A row of a page: its entry, the version of the row, its position, and the requested columns. */
export interface PageRow extends EntryKey {
  readonly version: number;
  readonly [column: string]: unknown;
}

/**
 * Rows of one page. If rows were released before the reader took them, the next page begins with
 * them.
 */
export class Page<Row extends PageRow> extends HeldRows<Row> {
  /** Most rows that the reader needs; a page that is not verified has more, as a reserve. */
  readonly wanted: number;
  /** A condition on payloads that the page did not check, so the newest rows must meet it. */
  readonly unchecked: NewestRows["matching"];
  #counted: number | undefined;
  #dropped = 0;

  constructor(
    rows: readonly Row[],
    idleMs: number,
    wanted: number,
    unchecked?: NewestRows["matching"],
  ) {
    super(rows, idleMs);
    this.wanted = wanted;
    this.unchecked = unchecked;
  }

  /** Says how many rows of a page that is not verified count and were given to the reader. */
  count(rows: number): void {
    this.#counted = (this.#counted ?? 0) + rows;
  }

  /** Says how many candidates turned out not to count. */
  drop(rows: number): void {
    this.#dropped += rows;
  }

  /** The candidates that turned out not to count. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Rows that the reader took and that count. */
  get counted(): number {
    return this.#counted ?? this.taken;
  }
}

/** Names an entry within its project. */
export function keyText({ moment, id }: EntryKey): string {
  return `${moment}/${id}`;
}
