const minute = 60_000;

/**
 * Where buckets of whole minutes begin, found with a walk through every minute: an implementation
 * that shares nothing with `timeBuckets`, for comparison. Times are in ms.
 */
export function walkedBuckets(
  zone: string,
  start: number,
  end: number,
  granularityMs: number,
): number[] {
  const clock = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  // Swedish dates are ISO dates.
  const reading = (at: number): number => Date.parse(`${clock.format(at).replace(" ", "T")}Z`);
  const first = Math.floor((start - granularityMs) / minute) * minute - 3 * 24 * 60 * minute;
  const begins: number[] = [first];
  let highest = Math.floor(reading(first) / granularityMs);
  for (let at = first + minute; at < end; at += minute) {
    const shown = reading(at);
    const setBack = reading(at - minute) + minute - shown;
    const number = Math.floor(shown / granularityMs);
    if (number <= highest && (setBack <= 0 || setBack < granularityMs)) continue;
    highest = number;
    begins.push(at);
  }
  const running = begins.findLast((at) => at <= start)!;
  return begins.filter((at) => at >= running);
}
