/** What a piece of work cost everybody else. */
export interface Watched<Result> {
  readonly result: Result;
  /** The longest that it kept the event loop, in ms of processor time: no busy machine adds to it. */
  readonly longestBlockMs: number;
  /** What the memory of the process grew by, at most, in bytes. */
  readonly grown: number;
}

/** Does something, and looks at the event loop and at memory meanwhile, as often as it can. */
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
