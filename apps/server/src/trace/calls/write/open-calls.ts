import { LRUCache } from "lru-cache";
import type { KnownCall } from "../record/call.ts";
import { partBytes, type StartPart } from "../record/part.ts";

/** A running call as this server has stored it. */
export interface OpenCall {
  readonly call: KnownCall;
  readonly version: number;
}

const defaultMaxBytes = 64 * 1024 * 1024;

/**
 * Keeps running calls in memory, so that their ends need no read of the store. Bounded in bytes.
 */
export class OpenCalls {
  readonly #calls: LRUCache<string, OpenCall>;

  constructor(maxBytes: number = defaultMaxBytes) {
    this.#calls = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ call }) => partBytes(call.start),
    });
  }

  get(key: string): OpenCall | undefined {
    return this.#calls.get(key);
  }

  /** Keeps a running call, and forgets an ended one. */
  set(key: string, open: OpenCall): void {
    const { call, version } = open;
    if (call.end) this.#calls.delete(key);
    else this.#calls.set(key, { call: { ...call, start: withOwnBytes(call.start) }, version });
  }

  delete(key: string): void {
    this.#calls.delete(key);
  }
}

/** Small buffers share memory: one that stays would keep that of all others. */
function withOwnBytes(start: StartPart): StartPart {
  const bytes = Buffer.allocUnsafeSlow(start.bytes.length);
  start.bytes.copy(bytes);
  return { ...start, bytes };
}
