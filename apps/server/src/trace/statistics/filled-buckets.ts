import type { Trace } from "@heddle/types";
import { LoopTurn } from "../../budgets/loop-turns.ts";
import { requestBounds } from "../../config/request-bounds.ts";
import { InvalidInput } from "../../refusals/refusal.ts";
import { type Instant, timeText } from "../instant.ts";

/** A number in each bucket of an answer. */
export interface NamedFigure {
  /** Its name in the answer: `avg_latency_ms`. */
  readonly name: string;
  /** The figure where no value was counted. */
  readonly whenEmpty: 0 | null;
}

/** The figures of one bucket, as `f0`, `f1`, …; null where nothing was counted. */
export interface StatsRow extends Readonly<Record<`f${number}`, number | null>> {
  /** The index of the bucket. */
  readonly bucket: number;
  readonly count: number;
}

/** The figures of a bucket by name, and how much was counted. */
export type BucketNumbers = { count: number } & Record<string, number | null>;

/** A bucket of an answer. */
export type FilledBucket = Trace.CallBucket & Trace.FeedbackBucket;

const maxNumbers = requestBounds.statsNumbers.limit;

/** The most rows that an answer with these figures may have: each has the figures and its count. */
export function mostRows(figures: readonly NamedFigure[]): number {
  return Math.floor(maxNumbers / (figures.length + 1));
}

/** @throws InvalidInput if the answer would have too many numbers. */
export function refuseTooMany(
  buckets: readonly Instant[],
  models: number,
  figures: readonly NamedFigure[],
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
export async function filledBuckets(
  buckets: readonly Instant[],
  rows: readonly StatsRow[],
  figures: readonly NamedFigure[],
): Promise<FilledBucket[]> {
  const byBucket = new Map(rows.map((row) => [row.bucket, row]));
  const filled: FilledBucket[] = [];
  const turn = new LoopTurn();
  for (const [index, start] of buckets.entries()) {
    if (turn.isOver) await turn.next();
    filled.push({ timestamp: timeText(start), ...bucketNumbers(byBucket.get(index), figures) });
  }
  return filled;
}

/** The numbers of one bucket, in the order of the figures. */
export function bucketNumbers(
  row: StatsRow | undefined,
  figures: readonly NamedFigure[],
): BucketNumbers {
  const numbers: Record<string, number | null> = {};
  for (const [at, { name, whenEmpty }] of figures.entries()) {
    numbers[name] = row?.[`f${at}`] ?? whenEmpty;
  }
  return { ...numbers, count: row?.count ?? 0 };
}
