import { setTimeout as sleep } from "node:timers/promises";
import { connectionFailure, type ConnectionFailure } from "./clickhouse-errors.ts";

export interface RetryOptions {
  readonly signal?: AbortSignal | undefined;
  /** Waits until the engine runs. */
  readonly ready?: ((withinMs: number) => Promise<void>) | undefined;
  /** Whether another attempt is safe after the connection failed in this way. */
  readonly mayRepeat: (failure: ConnectionFailure) => boolean;
}

const giveUpAfterMs = 15_000;
const firstDelayMs = 20;
const maxDelayMs = 1000;

/**
 * Repeats an attempt that failed because the connection broke, for up to 15 s. An error that the
 * engine answered is thrown at once.
 */
export async function retry<T>(
  options: RetryOptions,
  attempt: (attempt: number) => Promise<T>,
): Promise<T> {
  const { signal, ready, mayRepeat } = options;
  const deadline = performance.now() + giveUpAfterMs;
  let delayMs = firstDelayMs;
  for (let count = 0; ; count += 1) {
    signal?.throwIfAborted();
    await ready?.(Math.max(deadline - performance.now(), 1));
    try {
      return await attempt(count);
    } catch (error) {
      const failure = connectionFailure(error);
      const isLate = performance.now() + delayMs > deadline;
      if (failure === undefined || isLate || !mayRepeat(failure)) throw error;
    }
    await sleep(delayMs, undefined, { signal });
    delayMs = Math.min(delayMs * 2, maxDelayMs);
  }
}
