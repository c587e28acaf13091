import type { Traces } from "../../../store/traces/traces.ts";
import { Order, type Position } from "../../query/order.ts";
import { Parameters } from "../../query/parameters.ts";
import { mergedWhereOf } from "../../query/selection-sql.ts";
import { newestAmong } from "../../query/versioned-table-sql.ts";
import type { CallsRequest } from "./call-chunks-sql.ts";
import { placesByIds } from "./calls-places-sql.ts";
import type { CallsSelection } from "./calls-selection.ts";
import { calls } from "./calls-table.ts";

/** For more calls, all are joined with their feedback. */
const mostWanted = 1_000;
/** Some calls may be deleted or not be there yet: look at more than are wanted. */
const spareShare = 1 / 2;
const leastSpare = 32;

/** The first calls of an order that begins with feedback, in that order. */
export interface BestCalls {
  readonly ids: readonly string[];
  /** The selection with these calls only. */
  readonly selection: CallsSelection;
}

/**
 * Finds the first calls of a request by their feedback alone: to join all calls with all feedback
 * takes twice the time. Undefined if the order does not begin with feedback, or if too few of the
 * best calls count; then the calls must be joined.
 */
export async function bestCalls(
  traces: Traces,
  { selection, limit, offset, signal, among }: CallsRequest,
): Promise<BestCalls | undefined> {
  const { ranked, beside } = selection;
  if (!ranked || !beside || !selection.isDense || offset > 0 || limit > mostWanted)
    return undefined;
  const parameters = new Parameters(selection.parameters);
  const { terms, isTotal, sql } = ranked;
  const ranking = new Order(terms);
  const count = limit + Math.max(leastSpare, Math.ceil(limit * spareShare));
  const rows = await traces.query<{ readonly id: string; readonly [value: string]: unknown }>(
    `SELECT ${ranking.columns(["''", "id"])} FROM ${sql} ORDER BY ${ranking.sql} LIMIT ${count}`,
    parameters.values,
    { signal, among, cost: "long" },
  );
  const valuesOf = (row: (typeof rows)[number]): Position => ranking.positionOf(row, ["''", "id"]);
  const last = rows.at(-1);
  // Other calls with the last values may follow, and come before these by the rest of the order.
  const isKept = (row: (typeof rows)[number]): boolean =>
    isTotal || rows.length < count || last === undefined || !areSame(valuesOf(row), valuesOf(last));
  const best = rows.filter(isKept).map(({ id }) => id);
  if (best.length < limit) return undefined;
  const chosen = amongIds(selection, best);
  const found = newestAmong(calls, placesByIds(selection.projectId, best, chosen.parameters));
  const whole = chosen.order.whole?.order ?? chosen.order;
  const counting = await traces.query<{ readonly id: string }>(
    `SELECT id FROM ${found} ${mergedWhereOf(chosen)} ORDER BY ${whole.sql} LIMIT ${limit}`,
    chosen.parameters.values,
    { signal, among, cost: "short" },
  );
  if (counting.length < limit) return undefined;
  const ids = counting.map(({ id }) => id);
  return { ids, selection: amongIds(selection, ids) };
}

function amongIds(selection: CallsSelection, ids: readonly string[]): CallsSelection {
  const { ranked, beside } = selection;
  const parameters = new Parameters(selection.parameters);
  if (!ranked || !beside) return selection;
  if (ranked.isTotal) {
    // The ids have the order already, so nothing must be joined.
    const place = `indexOf(${parameters.addList(ids, "Array(String)")}, id)`;
    const byPlace = { sql: place, type: "number", isNullable: false, isDescending: false } as const;
    const order = new Order([byPlace]);
    return { ...selection, callIds: ids, parameters, order, beside: undefined };
  }
  const sql = ranked.feedback.joinSql(parameters, { list: ids });
  return { ...selection, callIds: ids, parameters, beside: { ...beside, sql } };
}

function areSame(one: Position, other: Position): boolean {
  return one.every((value, i) => value === other[i]);
}
