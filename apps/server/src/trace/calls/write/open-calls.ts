import { LRUCache } from "lru-cache";
import { type KnownCall, partBytes } from "../record/call.ts";

/** A call that has begun, as this server has stored it. */
export interface OpenCall {
  readonly call: KnownCall;
  readonly version: number;
}

const defaultMaxBytes = 64 * 1024 * 1024;

/** The calls that run: their ends find them here instead of in the store. Bounded in bytes. */
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

  /** Keeps a call while it runs, and forgets it when it does not. */
  set(key: string, open: OpenCall): void {
    if (open.call.end) this.#calls.delete(key);
    else this.#calls.set(key, open);
  }

  delete(key: string): void {
    this.#calls.delete(key);
  }
}
