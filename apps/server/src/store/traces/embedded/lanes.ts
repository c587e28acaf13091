/**
 * Sessions by kind of work, so that slow readers never keep an insert waiting. A stream owns its
 * session while its reader is slow, hence many; a thread is busy only while rows are fetched.
 */
export const lanes = { read: 8, stream: 24, write: 4, control: 1 } as const;

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
