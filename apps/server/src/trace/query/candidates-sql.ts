import type { ProjectId } from "../../access/project-id.ts";
import type { ReadOptions, Traces } from "../../store/traces/traces.ts";
import type { KeyOrder } from "./key-order.ts";
import { Order, type Position } from "./order.ts";
import { keyText, type PageRow } from "./page.ts";
import { Parameters } from "./parameters.ts";
import type { ReadAhead } from "./read-ahead.ts";
import { type Selection, whereOf } from "./selection-sql.ts";
import {
  candidateSettings,
  type NewestRows,
  newestRows,
  type VersionedTable,
} from "./versioned-table-sql.ts";

/** The rows to read, and the way to read them. */
export interface PageRequest {
  readonly table: VersionedTable;
  readonly project: ProjectId;
  readonly selection: Selection;
  /** Its terms may be wrong for some rows; then the pages come in {@link Order.whole}. */
  readonly order: Order;
  /** How the table's own order serves the request's; undefined if it does not. */
  readonly keyOrder: KeyOrder | undefined;
  /** Columns of each row, without payloads. */
  readonly columns: string;
  /** `Infinity` without a limit. */
  readonly limit: number;
  readonly offset: number;
  /** The number of rows to look for at once, if that is cheap. */
  readonly ahead: ReadAhead;
  /** Rows that the reader does not take are released after this time. */
  readonly idleMs: number;
  /**
   * Whether the pages hold only rows that count. If not, the caller reads the newest rows itself,
   * and says how many of the page it needed ({@link Page.count}).
   */
  readonly isVerified: boolean;
  /** The options of each query. */
  readonly options: ReadOptions;
}

/** The next rows to look for. */
export interface Search {
  readonly order: Order;
  readonly position: Position | undefined;
  readonly wanted: number;
  readonly growth: number;
  readonly skip: number;
  readonly left: number;
  /** Whether candidates must meet conditions on payloads. */
  readonly isExact: boolean;
}

/** Most rows that a page looks for. */
export const pageRows = 5_000;
/** Some candidates are not the newest row of their entry: look for a few more than needed. */
export const leastSpare = 32;
const mostSpare = 500;
const spareShare = 1 / 2;

/** Rows that may count. */
interface Candidates<Row> {
  readonly rows: readonly Row[];
  /** Whether no candidates come after these. */
  readonly isEnd: boolean;
  /** The order of the rows. */
  readonly order: Order;
}

/** At least some of the next rows that match, whether or not they are the newest of their entry. */
export async function candidates<Row extends PageRow>(
  traces: Traces,
  request: PageRequest,
  search: Search,
  wanted: number,
): Promise<Candidates<Row>> {
  const { keyOrder } = request;
  let { order } = search;
  const spare = Math.min(Math.max(leastSpare, Math.ceil(wanted * spareShare)), mostSpare);
  let count = Math.min(wanted + spare, pageRows + mostSpare);
  if (keyOrder) {
    const rows = await ask<Row>(traces, request, search, keyOrder.sql, count);
    if (rows.length < count) return { rows: keyOrder.sorted(rows), isEnd: true, order };
    const whole = keyOrder.withoutLast(rows);
    if (whole.length > 0) return { rows: keyOrder.sorted(whole), isEnd: false, order };
    // All rows have one moment, and the engine chose any of them.
  }
  for (;;) {
    const rows = await ask<Row>(traces, request, { ...search, order }, order.sql, count);
    if (order.whole) {
      order = rows[0]?.is_unknown === 1 ? order.whole.order : new Order(order.terms);
      if (rows[0]?.is_unknown === 1) continue;
    }
    if (rows.length < count) return { rows, isEnd: true, order };
    const whole = withoutLastEntry(rows);
    if (whole.length > 0) return { rows: whole, isEnd: false, order };
    count *= 4;
  }
}

/** Leaves out the rows of the last entry: more rows of it may follow at the same position. */
function withoutLastEntry<Row extends PageRow>(rows: readonly Row[]): readonly Row[] {
  const last = rows.at(-1)?.id;
  return rows.slice(0, rows.findLastIndex(({ id }) => id !== last) + 1);
}

/**
 * The next rows that match. If the order's terms may be wrong for some rows, these come first, so
 * that the first row tells whether there are any.
 */
function ask<Row extends PageRow>(
  traces: Traces,
  { table, selection, columns, options }: PageRequest,
  { order, position, isExact }: Search,
  orderSql: string,
  count: number,
): Promise<Row[]> {
  const parameters = new Parameters(selection.parameters);
  const next = position ? [order.after(position, parameters)] : [];
  const where = whereOf(selection, next, isExact);
  const [unknown, first] = order.whole
    ? [`, toUInt8(${order.whole.unknown}) AS is_unknown`, "is_unknown DESC, "]
    : ["", ""];
  return traces.query<Row>(
    `SELECT ${columnsOf(table, order, columns)}${unknown}
    FROM ${table.name} ${where} ORDER BY ${first}${orderSql} LIMIT ${count}`,
    parameters.values,
    { ...options, settings: { ...candidateSettings, ...selection.beside?.settings } },
  );
}

/** The columns of a {@link PageRow}. */
export function columnsOf({ key }: VersionedTable, order: Order, columns: string): string {
  return `${order.columns(key)}, version${columns && `, ${columns}`}`;
}

/** The rows that are the newest of their entry, if that is not deleted. */
export async function onlyNewest<Row extends PageRow>(
  traces: Traces,
  { table, project, options }: PageRequest,
  rows: readonly Row[],
  matching: NewestRows["matching"],
): Promise<Row[]> {
  const [moment, id] = table.key;
  const columns = `${moment} AS moment, ${id} AS id, version`;
  const newest = await newestRows<PageRow>(
    traces,
    { table, project, columns, matching },
    withoutRepeats(rows),
    options,
  );
  const versions = new Map(newest.map((row) => [keyText(row), row.version]));
  return withoutRepeats(rows).filter((row) => versions.get(keyText(row)) === row.version);
}

/** Each entry once, with the newest of its rows here: an older one cannot count. */
export function withoutRepeats<Row extends PageRow>(rows: readonly Row[]): Row[] {
  const newest = new Map<string, Row>();
  for (const row of rows) {
    const known = newest.get(keyText(row));
    if (!known || known.version < row.version) newest.set(keyText(row), row);
  }
  return rows.filter((row) => newest.get(keyText(row)) === row);
}
