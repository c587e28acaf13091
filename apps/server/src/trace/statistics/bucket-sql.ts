import type { Parameters } from "../query/parameters.ts";
import type { EvenBuckets, TimeBuckets } from "./time-buckets.ts";

/** The index of the bucket to which the moment in this column belongs, as SQL. */
export function bucketSql(
  { even, granularity }: TimeBuckets,
  column: "started_at" | "created_at",
  parameters: Parameters,
): string {
  const moment = `toUnixTimestamp64Micro(${column})`;
  const length = parameters.add(granularity * 1_000_000, "Int64");
  const { line, index } = stretchSql(even, moment, parameters);
  // Where clocks were set back, a moment may come before the line of its bucket: `intDiv` cuts that
  // to 0.
  return `intDiv(${moment} - ${line}, ${length}) + ${index}`;
}

/** The line and the index of the stretch to which a moment belongs. */
function stretchSql(
  even: readonly EvenBuckets[],
  moment: string,
  parameters: Parameters,
): { line: string; index: string } {
  const [only] = even;
  if (only && even.length === 1) {
    const { line, index } = only;
    return { line: parameters.add(line, "Int64"), index: parameters.add(index, "Int64") };
  }
  const listOf = (name: keyof EvenBuckets): string => {
    const values = even.map((stretch) => stretch[name]);
    return parameters.add(values, "Array(Int64)");
  };
  const froms = listOf("from");
  // Over decades a zone has hundreds of stretches, and the engine would try a branch for each of
  // them on every row. These functions search.
  const valueOf = (name: keyof EvenBuckets): string =>
    `transform(roundDown(${moment}, ${froms}), ${froms}, ${listOf(name)}, toInt64(0))`;
  return { line: valueOf("line"), index: valueOf("index") };
}
