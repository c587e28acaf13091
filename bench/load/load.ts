import type { Moments } from "../calls/call-sequence.ts";

/** What a load writes. */
export type Entries = "calls" | "feedback";

/** How entries are sent: requests at once, and entries in each request. */
export interface Shape {
  readonly connections: number;
  readonly entriesPerBatch: number;
}

/** The order for a load process. */
export interface LoadOrder {
  readonly shape: Shape;
  /** The load ends after this time, or earlier after this many entries. */
  readonly seconds: number;
  readonly maxEntries?: number;
  /** The times of the calls. Default: now. */
  readonly moments?: Moments;
}

/** The result of a load. */
export interface Load {
  /** Number of acknowledged entries. */
  readonly entries: number;
  /** Seconds until the last answer. */
  readonly seconds: number;
  /** The latency of every request, in ms. */
  readonly latenciesMs: Float64Array;
}

/** The facts of a load process that is ready to begin. */
export interface LoadFacts {
  readonly enginePid: number | undefined;
  /** Mean size of a row, in bytes of the inserted text; 0 if the process makes no rows. */
  readonly rowBytes: number;
}

/** Sends the next batch over one connection, and returns how many entries were acknowledged. */
export type Send = () => Promise<number>;

/** Keeps every connection busy: each sends its next batch as soon as the last was answered. */
export async function sustain(order: LoadOrder, connections: readonly Send[]): Promise<Load> {
  const { seconds, maxEntries = Infinity } = order;
  const latenciesMs: number[] = [];
  let begun = 0;
  let entries = 0;
  const startedAt = performance.now();
  const deadline = startedAt + seconds * 1000;
  await Promise.all(
    connections.map(async (send) => {
      while (performance.now() < deadline && begun < maxEntries) {
        begun += order.shape.entriesPerBatch;
        const sentAt = performance.now();
        const acknowledged = await send();
        latenciesMs.push(performance.now() - sentAt);
        entries += acknowledged;
      }
    }),
  );
  return {
    entries,
    seconds: (performance.now() - startedAt) / 1000,
    latenciesMs: Float64Array.from(latenciesMs),
  };
}
