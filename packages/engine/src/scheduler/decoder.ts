/** Keys and values of one sequence in the cache of its base model; see `cache/`. */
export interface CachedPositions {
  /** Makes room for so many positions more; false when no page is left, and then nothing has changed. */
  reserve(positions: number): boolean;
  /** Another sequence with the same positions; pages are shared until one of them writes. */
  fork(): CachedPositions;
  /** Forgets what follows the first `positions`. */
  truncate(positions: number): void;
  release(): void;
}

/** The cache of one base model. */
export interface PagePool {
  readonly freePages: number;
  readonly capacityPages: number;
  sequence(): CachedPositions;
}

/** One row of a step: a token at its position, through one adapter. */
export interface Row<Adapter> {
  readonly token: number;
  readonly position: number;
  readonly sequence: CachedPositions;
  readonly adapter: Adapter | null;
  readonly wantsLogits: boolean;
}

/** Logits of the rows that wanted them, in the order of the rows; [vocabulary] each, good until the next step. */
export type LogitRows = (index: number) => Float32Array;

/** What turns rows into logits: a model with its cache. Rows of one adapter lie together. */
export interface Decoder<Adapter> {
  readonly pages: PagePool;
  /** Columns of a row of logits. */
  readonly vocabulary: number;
  decode(rows: readonly Row<Adapter>[]): LogitRows;
}
