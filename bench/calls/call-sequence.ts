import type { Sequence } from "../texts/template.ts";
import { uuidV7 } from "../texts/uuid-v7.ts";
import type { CallMarks, MarkName } from "./marks.ts";

/** Calls of one trace: a root, and calls made in it. */
export const callsPerTrace = 4;

/** The times of the calls in a sequence. */
export interface Moments {
  readonly fromMs: number;
  readonly stepMs: number;
}

/** The ways in which calls of a sequence differ. */
export interface CallLife {
  /** The time from start to end of the next call. */
  latencyMs(): number;
  /** Whether ids carry the time of the start, as ids of clients do, or the time at which they are made. */
  readonly idsHaveStart: boolean;
}

const usualLife: CallLife = { latencyMs: () => 850, idsHaveStart: false };

/**
 * Calls that one client makes one after the other, with ids of version 7. The first of every four
 * is the root of a trace. They happen now, unless other times are given.
 */
export class CallSequence implements Sequence<MarkName> {
  readonly #moments: Moments | undefined;
  readonly #life: CallLife;
  #count = 0;
  #traceId = "";
  #rootId = "";

  constructor(moments?: Moments, life: CallLife = usualLife) {
    this.#moments = moments;
    this.#life = life;
  }

  next(): CallMarks {
    const nowMs = Date.now();
    const endedMs = this.#moments
      ? this.#moments.fromMs + this.#count * this.#moments.stepMs
      : nowMs;
    const startedMs = endedMs - this.#life.latencyMs();
    const idMs = this.#life.idsHaveStart ? Math.floor(startedMs) : nowMs;
    const id = uuidV7(idMs);
    if (this.#count % callsPerTrace === 0) {
      this.#traceId = uuidV7(idMs);
      this.#rootId = id;
    }
    this.#count += 1;
    return {
      id,
      traceId: this.#traceId,
      parentId: this.#rootId,
      startedAt: wireTime(startedMs),
      endedAt: wireTime(endedMs),
    };
  }
}

/**
 * A time with microseconds, as SDKs for Python send it; the digits below a millisecond are
 * invented.
 */
function wireTime(ms: number): string {
  const micros = 100 + Math.floor(Math.random() * 900);
  return `${new Date(ms).toISOString().slice(0, -1)}${micros}Z`;
}
