/** The cost of a piece of work for the rest of the process. */
export interface Watched<Result> {
  readonly result: Result;
  /**
   * The longest time that it blocked the event loop, in ms of processor time, so that other load of
   * the machine does not count.
   */
  readonly longestBlockMs: number;
  /** The largest growth of the process's memory, in bytes. */
  readonly grown: number;
}

/** Runs some work, and measures the event loop and memory meanwhile, as often as possible. */
export async function watched<Result>(doing: () => Promise<Result>): Promise<Watched<Result>> {
  const before = process.memoryUsage.rss();
  let longestBlockMs = 0;
  let peak = before;
  let since = process.cpuUsage();
  const look = (): void => {
    const { user, system } = process.cpuUsage(since);
    longestBlockMs = Math.max(longestBlockMs, (user + system) / 1_000);
    peak = Math.max(peak, process.memoryUsage.rss());
    since = process.cpuUsage();
  };
  const timer = setInterval(look, 1);
  try {
    const result = await doing();
    look();
    return { result, longestBlockMs, grown: peak - before };
  } finally {
    clearInterval(timer);
  }
}
