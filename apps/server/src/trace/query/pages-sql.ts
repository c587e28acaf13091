import type { Traces } from "../../store/traces/traces.ts";
import {
  candidates,
  columnsOf,
  leastSpare,
  onlyNewest,
  type PageRequest,
  pageRows,
  type Search,
  withoutRepeats,
} from "./candidates-sql.ts";
import type { Order, Position } from "./order.ts";
import { Page, type PageRow } from "./page.ts";
import { Parameters } from "./parameters.ts";
import { mergedWhereOf, whereOf } from "./selection-sql.ts";
import { settledOrder } from "./settled-sql.ts";
import { candidateSettings, merged, mergedSettings, newestAmong } from "./versioned-table-sql.ts";

/** Up to this offset the server skips rows page by page; the engine handles a larger offset. */
const maxSkippedRows = 20_000;
const maxGrowth = 64;

/**
 * Reads rows in their order, page by page. Each page begins after the last row of the page before,
 * so any number of rows needs constant memory, and no query is open while a client reads. If a page
 * is not enough for what its reader wants, the reader may ask for the next before it has counted.
 */
export async function* pagesOf<Row extends PageRow>(
  traces: Traces,
  request: PageRequest,
): AsyncGenerator<Page<Row>, void> {
  let { order } = request;
  let skip = request.offset;
  let position: Position | undefined;
  let growth = 1;
  // Conditions on payloads may need joined rows too, and only candidates are read beside these.
  let isExact = request.selection.beside !== undefined;
  if (skip > maxSkippedRows) {
    const { table, selection, options } = request;
    order = await settledOrder(traces, table, { ...selection, order }, options.signal);
    position = await positionAt(traces, { ...request, order }, skip - 1);
    if (position === undefined) return;
    skip = 0;
  }
  let countedBefore = 0;
  let before: Page<Row> | undefined;
  for (;;) {
    const left = request.limit - countedBefore - (before?.counted ?? 0);
    if (left <= 0) return;
    if (before && before.dropped > before.counted) isExact = true;
    const wanted = wantedRows(request, left) + skip;
    const search = { order, position, wanted, growth, skip, left, isExact };
    const found = await find<Row>(traces, request, search);
    const { page, skipped, isCut, isEnd } = found;
    ({ order } = found);
    skip -= skipped;
    if (page.length > 0) yield page;
    countedBefore += before?.counted ?? 0;
    before = page;
    const isAllTaken = page.isUsedUp && !isCut;
    if (isAllTaken && isEnd) return;
    if (isAllTaken) position = found.last ?? position;
    else
      position = page.last
        ? order.positionOf(page.last, request.table.key)
        : (found.lastSkipped ?? position);
    // Many of these candidates were replaced or deleted: look further, so as not to ask often.
    growth = (skipped + page.length) * 2 < wanted ? Math.min(growth * 4, maxGrowth) : 1;
  }
}

/** A page and the facts to go on after it. Only the page holds rows while a reader takes them. */
interface FoundPage<Row extends PageRow> {
  readonly page: Page<Row>;
  /** The order of the page and of those after it. */
  readonly order: Order;
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
  search: Search,
): Promise<FoundPage<Row>> {
  const { table, selection, isVerified, idleMs } = request;
  const { wanted, growth, skip, left, isExact } = search;
  const behind = skip > 0 ? await behindOffset<Row>(traces, request, search) : undefined;
  if (behind) return behind;
  const { rows, isEnd, order } = await candidates<Row>(traces, request, search, wanted * growth);
  const { parameters, deep } = selection;
  const unchecked = deep && !isExact ? { sql: deep.whole, parameters } : undefined;
  const mustVerify = isVerified || skip > 0;
  const counting = mustVerify
    ? await onlyNewest(traces, request, rows, unchecked)
    : withoutRepeats(rows);
  const skipped = Math.min(skip, counting.length);
  const rest = counting.slice(skipped, mustVerify ? skipped + left : undefined);
  const page = new Page(rest, idleMs, left, unchecked);
  page.drop(rows.length - counting.length);
  const positionOf = (row: Row | undefined): Position | undefined =>
    row && order.positionOf(row, table.key);
  return {
    page,
    order,
    skipped,
    lastSkipped: positionOf(counting[skipped - 1]),
    last: positionOf(rows.at(-1)),
    isCut: skipped + page.length < counting.length,
    isEnd,
  };
}

/**
 * The page behind an offset, by one statement. In the order of the table, the newest row of an entry
 * is where its candidates are. Undefined if the statement does not find enough rows for a page.
 */
async function behindOffset<Row extends PageRow>(
  traces: Traces,
  request: PageRequest,
  { position, wanted, skip, left }: Search,
): Promise<FoundPage<Row> | undefined> {
  const { table, selection, order, keyOrder, columns, idleMs, options } = request;
  if (!keyOrder || selection.beside) return undefined;
  const count = wanted + Math.max(leastSpare, Math.ceil(wanted / 4));
  const parameters = new Parameters(selection.parameters);
  const next = position ? [order.after(position, parameters)] : [];
  const key = table.key.join(", ");
  const among = `${selection.light[0]} AND (${key}) IN (
    SELECT ${key} FROM ${table.name} ${whereOf(selection, next, false)}
    ORDER BY ${keyOrder.sql} LIMIT ${count})`;
  const rows = await traces.query<Row>(
    `SELECT ${columnsOf(table, order, columns)}
    FROM ${newestAmong(table, among)} ${mergedWhereOf(selection)}
    ORDER BY ${order.sql} LIMIT ${count - skip} OFFSET ${skip}`,
    parameters.values,
    { ...options, settings: candidateSettings },
  );
  // Of the last moment, other entries may not be among the candidates.
  const whole = keyOrder.withoutLast(rows).slice(0, left);
  if (whole.length < wanted - skip) return undefined;
  const page = new Page(whole, idleMs, left);
  const none = { lastSkipped: undefined, last: undefined };
  return { page, order, skipped: skip, ...none, isCut: true, isEnd: false };
}

/** An order of its own searches all matches for each page, so such pages are as long as possible. */
function wantedRows({ keyOrder, ahead }: PageRequest, left: number): number {
  return Math.min(left, keyOrder ? ahead.rows : pageRows);
}

/** The position of the row with this index; undefined if there are fewer rows. */
async function positionAt(
  traces: Traces,
  { table, selection, order, options }: PageRequest,
  index: number,
): Promise<Position | undefined> {
  const [row] = await traces.query<Record<string, unknown>>(
    `SELECT ${order.columns(table.key)} FROM ${merged(table)} ${mergedWhereOf(selection)}
    ORDER BY ${order.sql} LIMIT 1 OFFSET ${index}`,
    selection.parameters.values,
    { ...options, settings: mergedSettings },
  );
  return row && order.positionOf(row, table.key);
}
