import type { Trace } from "@heddle/types";
import { LoopTurn } from "../../../budgets/loop-turns.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import { type Instant, timeText } from "../../instant.ts";
import type { Figure } from "./figures.ts";
import type { ModelStatsRow, StatsRow } from "./stats-reader-sql.ts";

const maxNumbers = requestBounds.statsNumbers.limit;

/** The most rows that an answer with these figures may have: each has the figures and its count. */
export function mostRows(figures: readonly Figure[]): number {
  return Math.floor(maxNumbers / (figures.length + 1));
}

/** @throws InvalidInput if the answer would have too many numbers. */
export function refuseTooMany(
  buckets: readonly Instant[],
  models: number,
  figures: readonly Figure[],
): void {
  if (buckets.length * models <= mostRows(figures)) return;
  const ofModels = models > 1 ? ` for each of at least ${models} models` : "";
  throw new InvalidInput(
    `The answer would have ${buckets.length} buckets${ofModels} with ${figures.length + 1} ` +
      `numbers each; the limit is ${maxNumbers} numbers. Ask for a shorter time, a larger ` +
      "granularity or fewer metrics, or narrow the filter.",
  );
}

/** Every bucket, also those without a row. */
export async function callBuckets(
  buckets: readonly Instant[],
  rows: readonly StatsRow[],
  figures: readonly Figure[],
): Promise<Trace.CallBucket[]> {
  const byBucket = new Map(rows.map((row) => [row.bucket, row]));
  const filled: Trace.CallBucket[] = [];
  const turn = new LoopTurn();
  for (const [index, start] of buckets.entries()) {
    if (turn.isOver) await turn.next();
    filled.push({ timestamp: timeText(start), ...numbersOf(byBucket.get(index), figures) });
  }
  return filled;
}

/**
 * Every bucket for each model of any row, by time and then by model.
 *
 * @throws InvalidInput if these are too many.
 */
export async function usageBuckets(
  buckets: readonly Instant[],
  rows: readonly ModelStatsRow[],
  figures: readonly Figure[],
): Promise<Trace.UsageBucket[]> {
  const byModel = new Map<string, Map<number, StatsRow>>();
  for (const row of rows) {
    const known = byModel.get(row.model);
    if (known) known.set(row.bucket, row);
    else byModel.set(row.model, new Map([[row.bucket, row]]));
  }
  refuseTooMany(buckets, byModel.size, figures);
  const models = [...byModel].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const filled: Trace.UsageBucket[] = [];
  const turn = new LoopTurn();
  for (const [index, start] of buckets.entries()) {
    if (turn.isOver) await turn.next();
    const timestamp = timeText(start);
    for (const [model, byBucket] of models) {
      filled.push({ timestamp, model, ...numbersOf(byBucket.get(index), figures) });
    }
  }
  return filled;
}

type Numbers = { count: number } & Record<string, number | null>;

function numbersOf(row: StatsRow | undefined, figures: readonly Figure[]): Numbers {
  const numbers: Record<string, number | null> = {};
  for (const [at, { name, whenEmpty }] of figures.entries()) {
    numbers[name] = row?.[`f${at}`] ?? whenEmpty;
  }
  return { ...numbers, count: row?.count ?? 0 };
}
