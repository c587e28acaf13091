import type { Pointer } from "../compute/kernels.ts";
import type { EngineMemory } from "../compute/memory.ts";
import { EngineError } from "../errors.ts";
import { pageTokens } from "./page-tokens.ts";

/** The cache that a sequence has its pages from. */
export interface PageSource {
  isShared(page: Pointer): boolean;
  /** So many pages, or null when there are not enough. */
  takePages(count: number): Pointer[] | null;
  copyPage(from: Pointer, to: Pointer): void;
  sharePage(page: Pointer): void;
  dropPage(page: Pointer): void;
  dropTable(table: Pointer): void;
  sequence(): CachedSequence;
}

/**
 * Keys and values of one sequence. `reserve` before each pass that writes to it: what it grants is this sequence's
 * own, so that writing never reaches a sequence that shares the rest.
 */
export class CachedSequence {
  readonly #cache: PageSource;
  readonly #memory: EngineMemory;
  readonly #maxPages: number;
  readonly #pages: Pointer[] = [];
  #length = 0;
  #isReleased = false;
  /** int32 [pages]: pointers of the pages, for the kernels. */
  readonly table: Pointer;

  /** Made by `PagedCache.sequence` and `fork`. */
  constructor(cache: PageSource, memory: EngineMemory, table: Pointer, maxPages: number) {
    this.#cache = cache;
    this.#memory = memory;
    this.table = table;
    this.#maxPages = maxPages;
  }

  /** Positions that hold a key and a value. */
  get length(): number {
    return this.#length;
  }

  /** Positions that there are pages for. */
  get capacity(): number {
    return this.#pages.length * pageTokens;
  }

  /**
   * Makes room for so many positions beyond `length`. False when there are not enough pages left, or the context has no
   * more: nothing has changed then.
   */
  reserve(positions: number): boolean {
    this.#checkLive();
    const cache = this.#cache;
    const end = this.#length + positions;
    const pageCount = Math.ceil(end / pageTokens);
    if (pageCount > this.#maxPages) return false;
    // Pages that will be written to and are not this sequence's own: shared ones, and those still missing.
    const shared: number[] = [];
    for (let i = Math.floor(this.#length / pageTokens); i < pageCount; i++) {
      const page = this.#pages[i];
      if (page !== undefined && cache.isShared(page)) shared.push(i);
    }
    const missing = Math.max(0, pageCount - this.#pages.length);
    if (shared.length + missing === 0) return true;
    const own = cache.takePages(shared.length + missing);
    if (own === null) return false;
    for (const i of shared) {
      const copy = own.pop()!;
      cache.copyPage(this.#pages[i]!, copy);
      cache.dropPage(this.#pages[i]!);
      this.#pages[i] = copy;
    }
    this.#pages.push(...own);
    this.#writeTable();
    return true;
  }

  /** Called by the pass that has written keys and values up to here. */
  extendTo(length: number): void {
    if (length > this.#length) this.#length = length;
  }

  /** A sequence of the same content. Pages are shared; who writes to a shared one first copies it. */
  fork(): CachedSequence {
    this.#checkLive();
    const fork = this.#cache.sequence();
    for (const page of this.#pages.slice(0, Math.ceil(this.#length / pageTokens))) {
      this.#cache.sharePage(page);
      fork.#pages.push(page);
    }
    fork.#length = this.#length;
    fork.#writeTable();
    return fork;
  }

  /** Forgets everything from this position on, and gives back the pages that nothing is left in, reserved ones included. */
  truncate(positions: number): void {
    this.#checkLive();
    this.#length = Math.min(this.#length, positions);
    for (const page of this.#pages.splice(Math.ceil(this.#length / pageTokens))) {
      this.#cache.dropPage(page);
    }
  }

  /** Gives everything back; a second time does nothing. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    for (const page of this.#pages) this.#cache.dropPage(page);
    this.#pages.length = 0;
    this.#length = 0;
    this.#cache.dropTable(this.table);
  }

  #writeTable(): void {
    this.#memory.ints(this.table, this.#pages.length).set(this.#pages);
  }

  #checkLive(): void {
    if (this.#isReleased) {
      throw new EngineError("internal", "This cached sequence was released and cannot be used.");
    }
  }
}
