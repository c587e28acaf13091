/** Milliseconds of each of so many runs, after one that warms up. */
export function timesOf(work: () => unknown, rounds: number): number[] {
  work();
  return Array.from({ length: rounds }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
}

/** The value below which the given share of the values lies, 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
