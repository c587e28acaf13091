import { setTimeout } from "node:timers/promises";

/** Waits for the time that a request asked for, or until it is aborted, which rejects. */
export async function pause(delayMs: number | undefined, signal: AbortSignal): Promise<void> {
  if (delayMs) await setTimeout(delayMs, undefined, { signal });
}
