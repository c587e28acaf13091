import type { ReadOptions, Traces } from "../../../store/traces/traces.ts";
import { Parameters } from "../../query/parameters.ts";
import type { CallOrder, Position } from "./call-order-sql.ts";
import type { CallsSelection } from "./calls-selection.ts";
import { HeldRows } from "./held-rows.ts";
import type { ReadAhead } from "./read-ahead.ts";

/** A row of a page, with the values for its order and for the search. */
export interface PageRow {
  readonly id: string;
  readonly started_at: string;
  readonly storage_bytes: number;
  readonly [column: string]: unknown;
}

/** The rows to read, and the way to read them. */
export interface PageRequest {
  readonly selection: CallsSelection;
  readonly order: CallOrder;
  /** Columns of each row, `id`, `started_at` and `storage_bytes` among them. */
  readonly columns: string;
  readonly limit: number | undefined;
  readonly offset: number;
  /** The number of rows to look for at once, if that is cheap. */
  readonly ahead: ReadAhead;
  /** Rows that the reader does not take are released after this time. */
  readonly idleMs: number;
  /** The options of each query. */
  readonly options: ReadOptions;
}

/**
 * Rows of one page. If rows were released before the reader took them, the next page begins with
 * them.
 */
export type Page = HeldRows<PageRow>;

const pageRows = 5_000;
/** Up to this offset the server skips rows page by page; the engine handles a larger offset. */
const maxSkippedRows = 20_000;
const lastMoment = "toDateTime64('2299-12-31 00:00:00', 6, 'UTC')";
const firstMoment = "toDateTime64('1900-01-01 00:00:00', 6, 'UTC')";

/**
 * Reads rows in their order, page by page. Each page begins after the last row of the page before,
 * so any number of rows needs constant memory, and no query is open while a client reads.
 */
export function pagesOf(traces: Traces, request: PageRequest): AsyncGenerator<Page, void> {
  const { byStart } = request.order;
  return byStart && isInTime(request)
    ? pagesInTime(traces, request, byStart)
    : pagesAnywhere(traces, request);
}

/** Whether a range of time limits the rows that a page must search. */
export function isInTime({
  order,
  selection,
  offset,
}: Pick<PageRequest, "order" | "selection" | "offset">): boolean {
  return order.byStart !== undefined && !selection.isSelective && offset <= maxSkippedRows;
}

/** Pages for other orders and selections: each page searches all matches. */
async function* pagesAnywhere(traces: Traces, request: PageRequest): AsyncGenerator<Page, void> {
  const { order, limit = Infinity } = request;
  let position: Position | undefined;
  for (let left = limit, skip = request.offset; left > 0; skip = 0) {
    const count = Math.min(left, pageRows);
    const page = await pageAnywhere(traces, request, position, count, skip);
    if (page.length > 0) yield page;
    if (!page.last || (page.isUsedUp && page.length < count)) return;
    position = order.positionOf(page.last);
    left -= page.taken;
  }
}

async function pageAnywhere(
  traces: Traces,
  { selection, order, columns, idleMs, options }: PageRequest,
  position: Position | undefined,
  count: number,
  skip: number,
): Promise<Page> {
  const parameters = new Parameters(selection.parameters);
  const conditions = [...selection.conditions, ...after(order, position, parameters)];
  const rows = await traces.query<PageRow>(
    `SELECT ${columns}, ${order.columns} FROM calls FINAL WHERE ${conditions.join(" AND ")}
    ORDER BY ${order.sql} LIMIT ${count} OFFSET ${skip}`,
    parameters.values,
    options,
  );
  return new HeldRows(rows, idleMs);
}

/**
 * Pages for orders by start time. Only merged rows (`FINAL`) are correct, but merging a whole
 * project for one page would cost more the more calls it holds. So the search covers the nearest
 * stretch of time with enough candidates: rows that match before they are merged. All rows that
 * match after merging are among them.
 */
async function* pagesInTime(
  traces: Traces,
  request: PageRequest,
  direction: "asc" | "desc",
): AsyncGenerator<Page, void> {
  const { order, ahead, limit = Infinity } = request;
  let position: Position | undefined;
  let edge: string | undefined;
  let growth = 1;
  let skip = request.offset;
  for (let left = limit; left > 0;) {
    const count = Math.min(left + skip, ahead.rows + skip, pageRows);
    const candidates = (2 * count + 200) * growth;
    const stretch = new Stretch({ ...request, direction, position, edge, count, candidates });
    const { page, found, last, end } = await stretch.search(traces, skip);
    skip -= Math.min(skip, found);
    if (page.length > 0) yield page;
    left -= page.taken;
    if (page.last && !page.isUsedUp) {
      position = order.positionOf(page.last);
      edge = undefined;
    } else if (last && found === count) {
      position = last;
      edge = undefined;
      growth = Math.max(1, growth / 2);
    } else {
      if (end === undefined) return;
      edge = end;
      growth *= 4;
    }
  }
}

interface StretchOptions extends PageRequest {
  readonly direction: "asc" | "desc";
  readonly position: Position | undefined;
  /** The end of the stretch before, if that had no full page. */
  readonly edge: string | undefined;
  readonly count: number;
  readonly candidates: number;
}

interface End {
  readonly stretch_end: string;
  readonly stretch_rows: number;
}

/** The result of the search in a stretch. */
interface Found {
  readonly page: Page;
  /** The number of found rows, skipped ones included, and the position of the last. */
  readonly found: number;
  readonly last: Position | undefined;
  /** The start of the next stretch; undefined if this one had fewer candidates than allowed. */
  readonly end: string | undefined;
}

/** A stretch of time that begins where the last page ended and has at most `candidates` rows. */
class Stretch {
  readonly #options: StretchOptions;
  readonly #parameters: Parameters;
  readonly #conditions: string;

  constructor(options: StretchOptions) {
    const { selection, order, position, direction, edge } = options;
    this.#options = options;
    this.#parameters = new Parameters(selection.parameters);
    const conditions = [...selection.conditions, ...after(order, position, this.#parameters)];
    if (edge !== undefined) {
      const moment = this.#parameters.add(edge, "DateTime64(6, 'UTC')");
      conditions.push(`started_at ${direction === "asc" ? ">" : "<"} ${moment}`);
    }
    this.#conditions = conditions.join(" AND ");
  }

  /** Finds the rows of the page in the stretch, after `skip` rows. */
  async search(traces: Traces, skip: number): Promise<Found> {
    const { candidates, order, idleMs } = this.#options;
    let rows = await this.#rows(traces, `(${this.#end})`);
    let [end] = rows as unknown as End[];
    if (!end) {
      // An empty result does not say where the stretch ended, and a merge may have moved it: ask
      // again.
      [end] = await this.#ask<End>(
        traces,
        `WITH (${this.#end}) AS stretch
        SELECT stretch.1 AS stretch_end, stretch.2 AS stretch_rows`,
      );
      if (!end || end.stretch_rows === 0) {
        return { page: new HeldRows([], idleMs), found: 0, last: undefined, end: undefined };
      }
      const moment = this.#parameters.add(end.stretch_end, "DateTime64(6, 'UTC')");
      rows = await this.#rows(traces, `(${moment}, 0)`);
    }
    const isFull = end.stretch_rows >= candidates;
    const last = rows.at(-1);
    return {
      page: new HeldRows(rows.slice(skip), idleMs),
      found: rows.length,
      last: last && order.positionOf(last),
      end: isFull ? end.stretch_end : undefined,
    };
  }

  #rows(traces: Traces, stretch: string): Promise<PageRow[]> {
    const { order, columns, count, direction } = this.#options;
    return this.#ask(
      traces,
      `WITH ${stretch} AS stretch
      SELECT ${columns}, ${order.columns},
        stretch.1 AS stretch_end, stretch.2 AS stretch_rows
      FROM calls FINAL
      WHERE ${this.#conditions} AND started_at ${direction === "asc" ? "<=" : ">="} stretch.1
      ORDER BY ${order.sql} LIMIT ${count}`,
    );
  }

  #ask<Row>(traces: Traces, sql: string): Promise<Row[]> {
    return traces.query<Row>(sql, this.#parameters.values, this.#options.options);
  }

  get #end(): string {
    const { direction, candidates } = this.#options;
    // Without candidates the stretch is empty.
    const [last, order, nowhere] =
      direction === "asc" ? ["max", "ASC", firstMoment] : ["min", "DESC", lastMoment];
    return `SELECT (ifNull(${last}OrNull(started_at), ${nowhere}), count()) FROM (
      SELECT started_at FROM calls WHERE ${this.#conditions}
      ORDER BY started_at ${order} LIMIT ${candidates})`;
  }
}

function after(order: CallOrder, position: Position | undefined, parameters: Parameters): string[] {
  return position ? [order.after(position, parameters)] : [];
}
