import { setTimeout as sleep } from "node:timers/promises";

/**
 * Repeats an action at a pace until it is aborted: every `everyMs` milliseconds, or as soon as the
 * last action has ended if that took longer.
 */
export async function paced(
  everyMs: number,
  signal: AbortSignal,
  task: () => Promise<void>,
): Promise<void> {
  // Actions with the same pace must not all begin at once.
  let next = performance.now() + Math.random() * everyMs;
  while (!signal.aborted) {
    await pause(next - performance.now(), signal);
    if (signal.aborted) return;
    next = Math.max(next + everyMs, performance.now());
    await task();
  }
}

/** Waits this long, or until it is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return;
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
