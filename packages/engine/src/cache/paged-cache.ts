import type { Compute } from "../compute/compute.ts";
import type { Pointer } from "../compute/kernels.ts";
import { EngineError } from "../errors.ts";
import type { ModelShape } from "../model/shape.ts";
import { CachedSequence, type PageSource } from "./cached-sequence.ts";
import { pageTokens } from "./page-tokens.ts";

/** Pages are taken from memory this many bytes at a time. */
const slabBytes = 1024 * 1024;

/**
 * Keys and values of running sequences, in pages of 16 positions over all layers. A page belongs to as many sequences as
 * share it, and returns when the last lets it go (Kwon et al., PagedAttention, arXiv 2309.06180).
 *
 * Within a page, layer by layer: keys [16, keyValueHeads · headSize], then as many values.
 */
export class PagedCache implements PageSource {
  readonly #compute: Compute;
  readonly #pageBytes: number;
  readonly #tablePages: number;
  readonly #slabs: Pointer[] = [];
  readonly #free: Pointer[] = [];
  readonly #freeTables: Pointer[] = [];
  readonly #tables: Pointer[] = [];
  readonly #holders = new Map<Pointer, number>();
  #takenPages = 0;
  /** Pages that the cache may have at most. */
  readonly capacityPages: number;
  /** Bytes from the start of a page to each layer. */
  readonly layerOffsets: readonly number[];

  /** Memory is taken as pages are used, up to `maxBytes`; `busy` then where there is none. Throws `invalid` where that holds no page at all. */
  constructor(shape: ModelShape, compute: Compute, options: { readonly maxBytes: number }) {
    const layerBytes = 2 * pageTokens * shape.keyValueHeads * shape.headSize * 4;
    this.#compute = compute;
    this.#pageBytes = layerBytes * shape.layers;
    this.#tablePages = Math.ceil(shape.contextTokens / pageTokens);
    this.capacityPages = Math.floor(options.maxBytes / this.#pageBytes);
    this.layerOffsets = Array.from({ length: shape.layers }, (_, layer) => layer * layerBytes);
    if (this.capacityPages < 1) {
      throw new EngineError(
        "invalid",
        `A cache of ${options.maxBytes} bytes is too small: one page of this model takes ${this.#pageBytes}.`,
        { parameter: "maxBytes" },
      );
    }
  }

  /** Pages that can still be taken. */
  get freePages(): number {
    return this.capacityPages - this.#takenPages;
  }

  /** Bytes of one page over all layers. */
  get pageBytes(): number {
    return this.#pageBytes;
  }

  /** An empty sequence. Release it. */
  sequence(): CachedSequence {
    return new CachedSequence(this, this.#compute.memory, this.#takeTable(), this.#tablePages);
  }

  /** So many pages for one holder, their content arbitrary; null, and none taken, when there are not as many left. */
  takePages(count: number): Pointer[] | null {
    if (count > this.freePages) return null;
    while (this.#free.length < count) this.#addSlab();
    const pages = this.#free.splice(-count, count);
    for (const page of pages) this.#holders.set(page, 1);
    this.#takenPages += count;
    return pages;
  }

  /** One holder more. */
  sharePage(page: Pointer): void {
    this.#holders.set(page, this.#holders.get(page)! + 1);
  }

  isShared(page: Pointer): boolean {
    return this.#holders.get(page)! > 1;
  }

  /** One holder less; without any the page is free. */
  dropPage(page: Pointer): void {
    const holders = this.#holders.get(page)! - 1;
    if (holders > 0) {
      this.#holders.set(page, holders);
      return;
    }
    this.#holders.delete(page);
    this.#free.push(page);
    this.#takenPages--;
  }

  copyPage(from: Pointer, to: Pointer): void {
    const { memory } = this.#compute;
    const floats = this.#pageBytes / 4;
    memory.floats(to, floats).set(memory.floats(from, floats));
  }

  dropTable(table: Pointer): void {
    this.#freeTables.push(table);
  }

  /** Gives all memory back; its sequences must not be used any more. */
  free(): void {
    for (const pointer of [...this.#slabs, ...this.#tables]) this.#compute.memory.free(pointer);
    this.#slabs.length = 0;
    this.#tables.length = 0;
    this.#free.length = 0;
    this.#freeTables.length = 0;
    this.#holders.clear();
    this.#takenPages = 0;
  }

  #takeTable(): Pointer {
    const table = this.#freeTables.pop();
    if (table !== undefined) return table;
    const made = this.#compute.memory.allocate(this.#tablePages * 4);
    this.#tables.push(made);
    return made;
  }

  #addSlab(): void {
    const fitting = Math.max(1, Math.floor(slabBytes / this.#pageBytes));
    const pages = Math.min(fitting, this.freePages - this.#free.length);
    const slab = this.#compute.memory.allocate(pages * this.#pageBytes);
    this.#slabs.push(slab);
    for (let i = 0; i < pages; i++) this.#free.push(slab + i * this.#pageBytes);
  }
}
