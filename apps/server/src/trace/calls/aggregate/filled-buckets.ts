import type { Trace } from "@heddle/types";
import { LoopTurn } from "../../../budgets/loop-turns.ts";
import { type Instant, timeText } from "../../instant.ts";
import { bucketNumbers, refuseTooMany, type StatsRow } from "../../statistics/filled-buckets.ts";
import type { Figure } from "./figures.ts";
import type { ModelStatsRow } from "./stats-reader-sql.ts";

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
      filled.push({ timestamp, model, ...bucketNumbers(byBucket.get(index), figures) });
    }
  }
  return filled;
}
