import type { ReadKind } from "../read-queue.ts";

/**
 * Reads of clients that the server sends at once, on a machine of so many cores. Two long ones, or
 * four, so that no entity's keep another's waiting: together they may fill the engine's memory.
 */
export function readSlots(cores: number): Readonly<Record<ReadKind, number>> {
  return { short: cores < 8 ? 8 : 16, long: cores < 8 ? 2 : 4, stream: 20 };
}

/**
 * Sessions by kind of work, so that slow readers never keep an insert waiting. A stream owns its
 * session while its reader is slow, hence many; a thread is busy only while rows are fetched. There
 * are more for reads than clients can take: the server's own work finds one free.
 */
export const lanes = { read: 24, stream: 24, write: 4, control: 1 } as const;

export type LaneName = keyof typeof lanes;

/** Requests that may wait for a session of one lane; beyond it they are refused at once. */
export const maxWaitingPerLane = 256;

/**
 * `UV_THREADPOOL_SIZE` of the engine's process: a native call holds a thread until it returns, so
 * with fewer threads than sessions one lane could starve the others. Some are left for Node.
 */
export const engineThreads: number = Object.values(lanes).reduce<number>(
  (sum, size) => sum + size,
  4,
);
