/** A row of an answer of the engine. */
export type RawRow = Readonly<Record<string, unknown>>;

/** A statement for the engine alone. */
export interface RawStatement {
  readonly sql: string;
  readonly params: Readonly<Record<string, string | number | readonly string[]>>;
  readonly settings: Readonly<Record<string, string | number>>;
  /** A statement that needs the answer of this one; its rows are part of the answer. */
  next?(rows: readonly RawRow[]): RawStatement;
}

/** A read, over HTTP and for the engine alone. `Picks` are the values that differ in each run. */
export interface Question<Picks> {
  readonly name: string;
  /** The p50 that users should get from the server with one client. */
  readonly directionMs?: number;
  readonly path: string;
  body(picks: Picks): object;
  raw(picks: Picks): RawStatement;
  /** An answer of either side, reduced to what both must agree on. */
  facts(answer: string): string;
}
