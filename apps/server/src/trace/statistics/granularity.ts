import { requestBounds } from "../../config/request-bounds.ts";
import { InvalidInput } from "../../refusals/refusal.ts";
import type { Instant } from "../instant.ts";

const hour = 3_600;
const day = 24 * hour;
const maxBuckets = requestBounds.timeBuckets.limit;
const maxGranularity = requestBounds.bucketSeconds.limit;

/** Spans up to so many seconds, and their seconds of a bucket. */
const bySpan: readonly (readonly [span: number, granularity: number])[] = [
  [2 * hour, 300],
  [12 * hour, hour],
  [3 * day, 6 * hour],
  [14 * day, 12 * hour],
];

/**
 * The seconds of a bucket for a span of time: the requested ones, or a number that suits the span,
 * and more if there would be too many buckets.
 *
 * @throws InvalidInput for a requested number that no bucket can have.
 */
export function granularityOf(
  requested: number | null | undefined,
  start: Instant,
  end: Instant,
): number {
  const span = (end - start) / 1_000_000;
  const given = requested ?? bySpan.find(([longest]) => span <= longest)?.[1] ?? day;
  if (given < 1) throw new InvalidInput(`granularity is ${given}; it must be at least 1.`);
  if (given > maxGranularity) {
    throw new InvalidInput(`granularity is ${given}; it must be at most ${maxGranularity}.`);
  }
  if (span / given <= maxBuckets) return given;
  return Math.max(given, Math.floor(span / maxBuckets) + 1);
}
