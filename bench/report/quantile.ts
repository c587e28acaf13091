/** The value that this share of the values does not exceed; `share` is from 0 to 1. */
export function quantile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) throw new RangeError("There are no values.");
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

export function median(values: Iterable<number>): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length / 2;
  return mean([sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0]);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
