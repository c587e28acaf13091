/** A clock in µs since 1970 that never gives a moment twice, even if the machine's clock goes back. */
export function risingClock(): () => number {
  let last = 0;
  return () => (last = Math.max(last + 1, Date.now() * 1000));
}
