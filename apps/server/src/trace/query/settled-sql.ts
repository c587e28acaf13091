import type { ReadOptions, Traces } from "../../store/traces/traces.ts";
import type { Order } from "./order.ts";
import { type DeepCondition, mergedWhereOf, type Selection, whereOf } from "./selection-sql.ts";
import { candidateSettings, type VersionedTable } from "./versioned-table-sql.ts";

/**
 * The order to read a selection in. It reads payloads only if some row needs that, because a
 * payload takes ten times as long to read as the columns of its leaves.
 */
export async function settledOrder(
  traces: Traces,
  table: VersionedTable,
  selection: Selection & { readonly order: Order },
  signal: AbortSignal | undefined,
): Promise<Order> {
  const { order } = selection;
  if (!order.whole) return order;
  const needsPayloads = await hasUnknown(traces, table, selection, order.whole.unknown, signal);
  return needsPayloads ? order.whole.order : order;
}

/** The same for the condition of a selection, for a statement that reads merged rows. */
export async function settledSelection<Chosen extends Selection>(
  traces: Traces,
  table: VersionedTable,
  selection: Chosen,
  signal: AbortSignal | undefined,
): Promise<Chosen> {
  const { light, deep } = selection;
  if (!deep) return selection;
  const needsPayloads = await hasUnknown(traces, table, selection, deep.unknown, signal);
  return {
    ...selection,
    light: [...light, ...(needsPayloads ? [...deep.near, deep.whole] : [deep.leaves])],
    deep: undefined,
  };
}

/**
 * Counts the merged rows of a selection. It reads the payloads only if the columns of leaves do not
 * tell for each row whether it matches.
 */
export async function countOf(
  traces: Traces,
  mergedRows: string,
  { light, deep, parameters }: Selection & { readonly deep: DeepCondition },
  options: ReadOptions,
): Promise<number> {
  const [sums] = await traces.query<{ known: number; unknown: number }>(
    `SELECT countIf(${deep.leaves} AND NOT ${deep.unknown}) AS known, countIf(${deep.unknown}) AS unknown
    FROM ${mergedRows} ${mergedWhereOf({ light, parameters })}`,
    parameters.values,
    options,
  );
  const { known, unknown } = sums ?? { known: 0, unknown: 0 };
  if (unknown === 0) return known;
  const [row] = await traces.query<{ matches: number }>(
    `SELECT count() AS matches
    FROM ${mergedRows} ${mergedWhereOf({ light, deep, parameters }, [deep.unknown])}`,
    parameters.values,
    options,
  );
  return known + (row?.matches ?? 0);
}

/** Whether the columns of leaves do not tell the asked values of some row. */
async function hasUnknown(
  traces: Traces,
  table: VersionedTable,
  { light, parameters }: Selection,
  unknown: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const found = await traces.query<object>(
    `SELECT 1 AS found FROM ${table.name} ${whereOf({ light, parameters }, [unknown])} LIMIT 1`,
    parameters.values,
    { signal, settings: candidateSettings },
  );
  return found.length > 0;
}
