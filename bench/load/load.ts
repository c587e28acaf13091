import type { Moments } from "../calls/call-sequence.ts";

/** How calls are sent: so many at once, so many in each request. */
export interface Shape {
  readonly connections: number;
  readonly callsPerBatch: number;
}

/** What a load process is asked to do. */
export interface LoadOrder {
  readonly shape: Shape;
  /** It ends after this time, or after so many calls where that comes first. */
  readonly seconds: number;
  readonly maxCalls?: number;
  /** When the calls happened; now, unless told otherwise. */
  readonly moments?: Moments;
}

/** What came of it. */
export interface Load {
  /** Acknowledged. */
  readonly calls: number;
  /** Until the last answer. */
  readonly seconds: number;
  /** Of every request, in ms. */
  readonly latenciesMs: Float64Array;
}

/** What the process of a load says. */
export type LoadMessage =
  | { readonly ready: LoadFacts }
  | { readonly done: Load }
  | { readonly failed: string };

/** What is known of a load process that can begin. */
export interface LoadFacts {
  readonly enginePid: number | undefined;
  /** Mean size of a row, in bytes of the text that is inserted; 0 where it makes none. */
  readonly rowBytes: number;
}

/** Sends the next batch over one connection, and gives how many calls were acknowledged. */
export type Send = () => Promise<number>;

/** Keeps every connection busy: each sends its next batch as soon as the last was answered. */
export async function sustain(order: LoadOrder, connections: readonly Send[]): Promise<Load> {
  const { seconds, maxCalls = Infinity } = order;
  const latenciesMs: number[] = [];
  let begun = 0;
  let calls = 0;
  const startedAt = performance.now();
  const deadline = startedAt + seconds * 1000;
  await Promise.all(
    connections.map(async (send) => {
      while (performance.now() < deadline && begun < maxCalls) {
        begun += order.shape.callsPerBatch;
        const sentAt = performance.now();
        const acknowledged = await send();
        latenciesMs.push(performance.now() - sentAt);
        calls += acknowledged;
      }
    }),
  );
  return {
    calls,
    seconds: (performance.now() - startedAt) / 1000,
    latenciesMs: Float64Array.from(latenciesMs),
  };
}
