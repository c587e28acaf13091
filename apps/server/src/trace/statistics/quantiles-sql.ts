/**
 * SQL for one of several percentiles of a value, with linear interpolation. All percentiles of a
 * value share one list of its values.
 */
export function quantileSql(
  value: string,
  percentile: number,
  percentiles: readonly number[],
): string {
  const levels = percentiles.map(levelOf).join(", ");
  return `quantilesExactInclusive(${levels})(${value})[${percentiles.indexOf(percentile) + 1}]`;
}

/** The number nearest to a hundredth of the percentile: 99.9 / 100 is not 0.999. */
function levelOf(percentile: number): number {
  return Number((percentile / 100).toPrecision(15));
}
