import { setTimeout as sleep } from "node:timers/promises";

/**
 * Does something at a pace until told to stop: it begins every so many milliseconds, and as soon as
 * the last time is over where that took longer.
 */
export async function paced(
  everyMs: number,
  signal: AbortSignal,
  task: () => Promise<void>,
): Promise<void> {
  // Those that have the same pace do not all begin at once.
  let next = performance.now() + Math.random() * everyMs;
  while (!signal.aborted) {
    await pause(next - performance.now(), signal);
    if (signal.aborted) return;
    next = Math.max(next + everyMs, performance.now());
    await task();
  }
}

/** Waits so long, or until told to stop. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return;
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
