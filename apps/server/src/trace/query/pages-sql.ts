import type { ProjectId } from "../../access/project-id.ts";
import type { ReadOptions, Traces } from "../../store/traces/traces.ts";
import { HeldRows } from "./held-rows.ts";
import type { KeyOrder } from "./key-order.ts";
import type { Order, Position } from "./order.ts";
import { Parameters } from "./parameters.ts";
import type { ReadAhead } from "./read-ahead.ts";
import { mergedWhereOf, type Selection, whereOf } from "./selection-sql.ts";
import {
  candidateSettings,
  type EntryKey,
  merged,
  mergedSettings,
  newestRows,
  type VersionedTable,
} from "./versioned-table-sql.ts";

/** A row of a page: its entry, the version of the row, its position, and the requested columns. */
export interface PageRow extends EntryKey {
  readonly version: number;
  readonly [column: string]: unknown;
}

/** The rows to read, and the way to read them. */
export interface PageRequest {
  readonly table: VersionedTable;
  readonly project: ProjectId;
  readonly selection: Selection;
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

/**
 * Rows of one page. If rows were released before the reader took them, the next page begins with
 * them.
 */
export class Page<Row extends PageRow> extends HeldRows<Row> {
  /** Most rows that the reader needs; a page that is not verified has more, as a reserve. */
  readonly wanted: number;
  #counted: number | undefined;

  constructor(rows: readonly Row[], idleMs: number, wanted: number) {
    super(rows, idleMs);
    this.wanted = wanted;
  }

  /** Says how many rows of a page that is not verified count and were given to the reader. */
  count(rows: number): void {
    this.#counted = (this.#counted ?? 0) + rows;
  }

  /** Rows that the reader took and that count. */
  get counted(): number {
    return this.#counted ?? this.taken;
  }
}

const pageRows = 5_000;
/** Up to this offset the server skips rows page by page; the engine handles a larger offset. */
const maxSkippedRows = 20_000;
/** Some candidates are not the newest row of their entry: look for a few more than needed. */
const leastSpare = 32;
const mostSpare = 500;
const spareShare = 1 / 2;
const maxGrowth = 64;

/**
 * Reads rows in their order, page by page. Each page begins after the last row of the page before,
 * so any number of rows needs constant memory, and no query is open while a client reads.
 */
export async function* pagesOf<Row extends PageRow>(
  traces: Traces,
  request: PageRequest,
): AsyncGenerator<Page<Row>, void> {
  const { order } = request;
  let left = request.limit;
  let skip = request.offset;
  let position: Position | undefined;
  let growth = 1;
  if (skip > maxSkippedRows) {
    position = await positionAt(traces, request, skip - 1);
    if (position === undefined) return;
    skip = 0;
  }
  while (left > 0) {
    const wanted = wantedRows(request, left) + skip;
    const found = await find<Row>(traces, request, { position, wanted, growth, skip, left });
    const { page, skipped, isCut, isEnd } = found;
    skip -= skipped;
    if (page.length > 0) yield page;
    left -= page.counted;
    const isAllTaken = page.isUsedUp && !isCut;
    if (isAllTaken && isEnd) return;
    if (isAllTaken) position = found.last ?? position;
    else position = page.last ? order.positionOf(page.last) : (found.lastSkipped ?? position);
    // Many of these candidates were replaced or deleted: look further, so as not to ask often.
    growth = (skipped + page.length) * 2 < wanted ? Math.min(growth * 4, maxGrowth) : 1;
  }
}

interface Search {
  readonly position: Position | undefined;
  readonly wanted: number;
  readonly growth: number;
  readonly skip: number;
  readonly left: number;
}

/** A page and the facts to go on after it. Only the page holds rows while a reader takes them. */
interface FoundPage<Row extends PageRow> {
  readonly page: Page<Row>;
  readonly skipped: number;
  readonly lastSkipped: Position | undefined;
  /** The position of the last candidate. */
  readonly last: Position | undefined;
  /** Whether the limit cut off rows that count. */
  readonly isCut: boolean;
  /** Whether no candidates come after these. */
  readonly isEnd: boolean;
}

async function find<Row extends PageRow>(
  traces: Traces,
  request: PageRequest,
  { position, wanted, growth, skip, left }: Search,
): Promise<FoundPage<Row>> {
  const { order, isVerified, idleMs } = request;
  const { rows, isEnd } = await candidates<Row>(traces, request, position, wanted * growth);
  const mustVerify = isVerified || skip > 0;
  const counting = mustVerify ? await onlyNewest(traces, request, rows) : withoutRepeats(rows);
  const skipped = Math.min(skip, counting.length);
  const rest = counting.slice(skipped, mustVerify ? skipped + left : undefined);
  const page = new Page(rest, idleMs, left);
  const positionOf = (row: Row | undefined): Position | undefined => row && order.positionOf(row);
  return {
    page,
    skipped,
    lastSkipped: positionOf(counting[skipped - 1]),
    last: positionOf(rows.at(-1)),
    isCut: skipped + page.length < counting.length,
    isEnd,
  };
}

/** An order of its own searches all matches for each page, so such pages are as long as possible. */
function wantedRows({ keyOrder, ahead }: PageRequest, left: number): number {
  return Math.min(left, keyOrder ? ahead.rows : pageRows);
}

interface Candidates<Row> {
  readonly rows: readonly Row[];
  /** Whether no candidates come after these. */
  readonly isEnd: boolean;
}

/** At least some of the next rows that match, whether or not they are the newest of their entry. */
async function candidates<Row extends PageRow>(
  traces: Traces,
  request: PageRequest,
  position: Position | undefined,
  wanted: number,
): Promise<Candidates<Row>> {
  const { keyOrder, order } = request;
  const spare = Math.min(Math.max(leastSpare, Math.ceil(wanted * spareShare)), mostSpare);
  let count = Math.min(wanted + spare, pageRows + mostSpare);
  if (keyOrder) {
    const rows = await ask<Row>(traces, request, position, keyOrder.sql, count);
    if (rows.length < count) return { rows: keyOrder.sorted(rows), isEnd: true };
    const whole = keyOrder.withoutLast(rows);
    if (whole.length > 0) return { rows: keyOrder.sorted(whole), isEnd: false };
    // All rows have one moment, and the engine chose any of them.
  }
  for (;;) {
    const rows = await ask<Row>(traces, request, position, order.sql, count);
    if (rows.length < count) return { rows, isEnd: true };
    const whole = withoutLastEntry(rows);
    if (whole.length > 0) return { rows: whole, isEnd: false };
    count *= 4;
  }
}

/** Leaves out the rows of the last entry: more rows of it may follow at the same position. */
function withoutLastEntry<Row extends PageRow>(rows: readonly Row[]): readonly Row[] {
  const last = rows.at(-1)?.id;
  return rows.slice(0, rows.findLastIndex(({ id }) => id !== last) + 1);
}

function ask<Row extends PageRow>(
  traces: Traces,
  { table, selection, order, columns, options }: PageRequest,
  position: Position | undefined,
  orderSql: string,
  count: number,
): Promise<Row[]> {
  const parameters = new Parameters(selection.parameters);
  const next = position ? [order.after(position, parameters)] : [];
  const where = whereOf(selection, next);
  const [moment, id] = table.key;
  return traces.query<Row>(
    `SELECT ${moment} AS moment, ${id} AS id, version${columns && `, ${columns}`}, ${order.columns}
    FROM ${table.name} ${where} ORDER BY ${orderSql} LIMIT ${count}`,
    parameters.values,
    { ...options, settings: { ...candidateSettings, ...selection.beside?.settings } },
  );
}

/** The rows that are the newest of their entry, if that is not deleted. */
async function onlyNewest<Row extends PageRow>(
  traces: Traces,
  { table, project, options }: PageRequest,
  rows: readonly Row[],
): Promise<Row[]> {
  const [moment, id] = table.key;
  const columns = `${moment} AS moment, ${id} AS id, version`;
  const newest = await newestRows<PageRow>(
    traces,
    { table, project, columns },
    withoutRepeats(rows),
    options,
  );
  const versions = new Map(newest.map((row) => [keyText(row), row.version]));
  return withoutRepeats(rows).filter((row) => versions.get(keyText(row)) === row.version);
}

/** Each entry once, with the newest of its rows here: an older one cannot count. */
function withoutRepeats<Row extends PageRow>(rows: readonly Row[]): Row[] {
  const newest = new Map<string, Row>();
  for (const row of rows) {
    const known = newest.get(keyText(row));
    if (!known || known.version < row.version) newest.set(keyText(row), row);
  }
  return rows.filter((row) => newest.get(keyText(row)) === row);
}

/** Names an entry within its project. */
export function keyText({ moment, id }: EntryKey): string {
  return `${moment}/${id}`;
}

/** The position of the row with this index; undefined if there are fewer rows. */
async function positionAt(
  traces: Traces,
  { table, selection, order, options }: PageRequest,
  index: number,
): Promise<Position | undefined> {
  const [row] = await traces.query<Record<string, unknown>>(
    `SELECT ${order.columns} FROM ${merged(table)} ${mergedWhereOf(selection)}
    ORDER BY ${order.sql} LIMIT 1 OFFSET ${index}`,
    selection.parameters.values,
    { ...options, settings: mergedSettings },
  );
  return row && order.positionOf(row);
}
