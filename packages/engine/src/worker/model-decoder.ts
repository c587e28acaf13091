import type { Adapter } from "../adapters/adapter.ts";
import type { PagedCache } from "../cache/paged-cache.ts";
import type { Arena } from "../compute/arena.ts";
import type { Compute } from "../compute/compute.ts";
import type { DecodeRow } from "../model/decode-batch.ts";
import type { Model } from "../model/model.ts";
import type { Decoder, LogitRows, PagePool, Row } from "../scheduler/decoder.ts";
import { runToEnd } from "../model/run-to-end.ts";

/** A base model and its cache as the scheduler sees them. */
export class ModelDecoder implements Decoder<Adapter> {
  readonly pages: PagePool;
  readonly vocabulary: number;
  readonly #model: Model;
  readonly #cache: PagedCache;
  readonly #compute: Compute;
  readonly #arena: Arena;

  constructor(model: Model, cache: PagedCache, compute: Compute, arena: Arena) {
    this.pages = cache;
    this.vocabulary = model.shape.vocabulary;
    this.#model = model;
    this.#cache = cache;
    this.#compute = compute;
    this.#arena = arena;
  }

  /** Runs a pass to its end: how long it takes is bounded by how many rows the scheduler gives it. */
  decode(rows: readonly Row<Adapter>[]): LogitRows {
    const mark = this.#arena.mark();
    try {
      const logits = runToEnd(
        this.#model.decode(rows as readonly DecodeRow[], this.#cache, this.#arena),
      );
      const { vocabulary } = this;
      const rowBytes = this.#model.head.stride * 4;
      return (index) => this.#compute.memory.floats(logits + index * rowBytes, vocabulary);
    } finally {
      // What lies above the mark stays as it is until the arena is used again, by the next step.
      this.#arena.release(mark);
    }
  }
}
