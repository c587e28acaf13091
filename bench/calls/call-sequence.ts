import type { CallMarks } from "./marks.ts";

/** Calls of one trace: a root, and calls made in it. */
export const callsPerTrace = 4;

/** The times of the calls in a sequence. */
export interface Moments {
  readonly fromMs: number;
  readonly stepMs: number;
}

const latencyMs = 850;

/**
 * Calls that one client makes one after the other, with ids of version 7. The first of every four
 * is the root of a trace. They happen now, unless other times are given.
 */
export class CallSequence {
  readonly #moments: Moments | undefined;
  #count = 0;
  #traceId = "";
  #rootId = "";

  constructor(moments?: Moments) {
    this.#moments = moments;
  }

  next(): CallMarks {
    const nowMs = Date.now();
    const id = uuidV7(nowMs);
    if (this.#count % callsPerTrace === 0) {
      this.#traceId = uuidV7(nowMs);
      this.#rootId = id;
    }
    const endedMs = this.#moments
      ? this.#moments.fromMs + this.#count * this.#moments.stepMs
      : nowMs;
    this.#count += 1;
    return {
      id,
      traceId: this.#traceId,
      parentId: this.#rootId,
      startedAt: wireTime(endedMs - latencyMs),
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

/** RFC 9562 §5.7. Random enough for measurements, and cheap compared with the measured work. */
function uuidV7(ms: number): string {
  const time = ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`;
}

function hex(digits: number): string {
  const number = Math.floor(Math.random() * 16 ** digits);
  return number.toString(16).padStart(digits, "0");
}
