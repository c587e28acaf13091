import type { ReadKind } from "../read-queue.ts";

/**
 * How many reads of clients the server sends at once, on a machine with this many cores. At least
 * two long reads run, so that no entity waits for another's; not more than four, because together
 * they may fill the engine's memory.
 */
export function readSlots(cores: number): Readonly<Record<ReadKind, number>> {
  return { short: cores < 8 ? 8 : 16, long: cores < 8 ? 2 : 4, stream: 20 };
}

/**
 * The number of sessions for each kind of work, so that an insert never waits for slow readers. A
 * stream keeps its session while its reader is slow, so there are many; it keeps a thread busy only
 * while it fetches rows. Clients cannot use all read sessions, so the server's own reads find one.
 */
export const lanes = { read: 24, stream: 24, write: 4, control: 1 } as const;

export type LaneName = keyof typeof lanes;

/** Requests that may wait for a session of one lane; more are refused at once. */
export const maxWaitingPerLane = 256;

/**
 * `UV_THREADPOOL_SIZE` of the engine's process: a native call holds a thread until it returns, so
 * with fewer threads than sessions one lane could starve the others. Some are left for Node.
 */
export const engineThreads: number = Object.values(lanes).reduce<number>(
  (sum, size) => sum + size,
  4,
);
