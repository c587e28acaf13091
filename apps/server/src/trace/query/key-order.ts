import type { EntryKey } from "./versioned-table-sql.ts";
import type { OrderTerm } from "./order.ts";
import { compareCodePoints } from "../json-text/code-points.ts";

/**
 * An order by moment and then by id, which is the table's own order, in one direction or mixed. The
 * engine reads such a page without a sort. In a mixed order it would sort all matches, so it gets
 * only the moments to order by, and the ids of one moment are sorted here.
 */
export class KeyOrder {
  readonly sql: string;
  readonly #isMixed: boolean;
  readonly #idIsDescending: boolean;

  private constructor(moment: OrderTerm, id: OrderTerm) {
    this.#isMixed = moment.isDescending !== id.isDescending;
    this.#idIsDescending = id.isDescending;
    const direction = moment.isDescending ? "DESC" : "ASC";
    const first = `${moment.sql} ${direction}`;
    this.sql = this.#isMixed ? first : `${first}, ${id.sql} ${direction}`;
  }

  /** The key order of these terms; undefined if they are another order. */
  static of(
    terms: readonly OrderTerm[],
    [moment, id]: readonly [moment: string, id: string],
  ): KeyOrder | undefined {
    const [first, second] = terms;
    if (first?.sql !== moment || second?.sql !== id) return undefined;
    return new KeyOrder(first, second);
  }

  /** Leaves out the rows of the last moment, or of the last entry: more rows of it may follow. */
  withoutLast<Row extends EntryKey>(rows: readonly Row[]): readonly Row[] {
    const last = rows.at(-1);
    if (!last) return rows;
    const isOther = (row: Row): boolean =>
      row.moment !== last.moment || (!this.#isMixed && row.id !== last.id);
    return rows.slice(0, rows.findLastIndex(isOther) + 1);
  }

  /** The rows in the whole order. */
  sorted<Row extends EntryKey>(rows: readonly Row[]): readonly Row[] {
    if (!this.#isMixed) return rows;
    const sign = this.#idIsDescending ? -1 : 1;
    const sorted = [...rows];
    for (let from = 0; from < sorted.length;) {
      const { moment } = sorted[from]!;
      let to = from + 1;
      while (sorted[to]?.moment === moment) to += 1;
      if (to - from > 1) {
        const same = sorted.slice(from, to);
        same.sort((one, other) => sign * compareCodePoints(one.id, other.id));
        sorted.splice(from, same.length, ...same);
      }
      from = to;
    }
    return sorted;
  }
}
