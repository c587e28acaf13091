import type { Instant } from "../instant.ts";
import type { TimeZone } from "./time-zone.ts";

/** A stretch of time in which the buckets follow each other evenly. */
export interface EvenBuckets {
  /** The first moment of the stretch. */
  readonly from: Instant;
  /** Where bucket `index` begins, or would begin with the offset of this stretch. */
  readonly line: Instant;
  /** The bucket at the begin of the stretch. */
  readonly index: number;
}

/** The buckets of a span of time. */
export interface TimeBuckets {
  /** Seconds of a bucket where no clock is changed. */
  readonly granularity: number;
  /** Where each bucket begins. The first may begin before the span. */
  readonly starts: readonly Instant[];
  /** The same buckets by rule, for the store. */
  readonly even: readonly EvenBuckets[];
}

/** More than any clock was ever set forward or back at once, in seconds. */
const longestChange = 2 * 86_400;
const second = 1_000_000;

/**
 * Cuts the time from `start` to before `end` into buckets of `granularity` seconds.
 *
 * A bucket begins when the clocks of the zone show a multiple of `granularity`, counted from
 * 1970-01-01T00:00 on these clocks; so days begin at midnight and quarters of a day at 0, 6, 12 and
 * 18 o'clock. Where clocks are changed, that means:
 *
 * - They are set forward over such a moment: the bucket begins at the change.
 * - They are set back by less than `granularity`: the running bucket lasts longer, and no bucket
 *   begins twice. A day has 25 hours.
 * - They are set back by `granularity` or more: a bucket begins at the change, and the time that
 *   comes twice has buckets of its own each time.
 */
export function timeBuckets(
  zone: TimeZone,
  start: Instant,
  end: Instant,
  granularity: number,
): TimeBuckets {
  if (end <= start) return { granularity, starts: [], even: [] };
  const first = Math.floor(start / second);
  const last = Math.ceil(end / second);
  const spans = zone.spans(first - granularity - longestChange, last);
  const cellAt = (moment: number, offset: number): number =>
    Math.floor((moment + offset) / granularity);

  let starts: number[] = [];
  const even: EvenBuckets[] = [];
  const begin = (at: number): void => {
    if (at <= first) starts = [at];
    else starts.push(at);
  };
  // The bucket that runs, as a number of granularities since 1970 on the clocks of the zone.
  let cell = -Infinity;
  let before = 0;
  for (const { from, until, offset } of spans) {
    const reached = cellAt(from, offset);
    if (reached > cell || before - offset >= granularity) {
      cell = reached;
      begin(from);
    }
    before = offset;
    // Of the buckets before the span, only the last counts.
    const passed = cellAt(Math.min(first, until - 1), offset);
    if (passed > cell) {
      cell = passed;
      begin(cell * granularity - offset);
    }
    if (until <= first) continue;
    const line = (cell * granularity - offset) * second;
    even.push({ from: Math.max(from, first) * second, line, index: starts.length - 1 });
    for (let at = line / second + granularity; at < until; at += granularity) {
      begin(at);
      cell += 1;
    }
  }
  return { granularity, starts: starts.map((at) => at * second), even };
}
