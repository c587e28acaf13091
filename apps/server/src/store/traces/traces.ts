import type { LargestAnswer } from "./answer-size.ts";

/** A value for a `{name:Type}` placeholder. */
export type Param = string | number | bigint | boolean | null | readonly Param[];

/**
 * Values by placeholder name; they reach the engine apart from the statement's text. One value may
 * have 120 KiB, about 3,000 ids: a ClickHouse takes no longer one.
 */
export type Params = Readonly<Record<string, Param>>;

/** Whether a read takes the engine a moment, or keeps it busy. */
export type ReadCost = "short" | "long";

/** Whose read it is, and its bounds. */
export interface ReadOptions {
  /**
   * Aborting it stops the query in the engine. Has to be given, so that no read forgets who waits for
   * it; undefined where nobody does who could leave, as in {@link ownRead}.
   */
  signal: AbortSignal | undefined;
  /**
   * What a query is likely to cost: look-ups by key are short and wait for no others. Long unless
   * told otherwise, and until the same statement of the same entity was measured.
   */
  cost?: ReadCost | undefined;
  /**
   * The answers among which this one is, where each is let go before the next is read: the request
   * then holds no more than the largest. Without it what it reads adds up.
   */
  among?: LargestAnswer | undefined;
  /** Longest time the engine may work on it; more is a {@link QueryTimeout}. */
  maxSeconds?: number | undefined;
  /** Most rows the answer may have; more is a {@link QueryLimit}, never a cut answer. */
  maxRows?: number | undefined;
  /** Engine settings for this query alone. */
  settings?: Readonly<Record<string, string | number>> | undefined;
}

/** A read of the server's own, or of a writer, which asks for many requests at once. */
export const ownRead: Readonly<ReadOptions> = { signal: undefined };

/**
 * The trace store as the rest of the server sees it: ClickHouse SQL in, rows out.
 * Everything here throws the classes of `store/errors.ts`.
 *
 * In rows, times are text (`2025-10-01 00:00:00.000000`, always UTC) and 64-bit integers are
 * numbers: `toString(…)` what may go over 2^53. In inserts, times may also be ISO 8601.
 */
export interface Traces {
  /**
   * All rows of a query; for answers that are small by their own limit: 64 MiB is the bound.
   *
   * @example
   * const calls = await traces.query<{ id: string }>(
   *   "SELECT id FROM calls WHERE project_id = {project:String} LIMIT 50",
   *   { project },
   *   { signal },
   * );
   */
  query<Row>(sql: string, params: Params, options: Readonly<ReadOptions>): Promise<Row[]>;

  /**
   * Rows as the engine finds them, in flat memory however many there are. Leaving the loop or
   * aborting the signal stops the query.
   */
  stream<Row>(sql: string, params: Params, options: Readonly<ReadOptions>): AsyncIterable<Row>;

  /**
   * Adds rows, each the text of one JSON object on one line; durable when it resolves. A token
   * that was seen changes nothing; after the engine died that is no proof that its rows are there,
   * so each try of a caller has its own token. A row that the engine cannot keep fails all of them
   * with {@link RowRefused}: `insertRows` finds out which.
   */
  insert(table: string, rows: readonly string[], token: string): Promise<void>;

  /** A statement without an answer. */
  command(sql: string, params?: Params): Promise<void>;

  /** Ends open reads, and the embedded engine where there is one. */
  close(): Promise<void>;
}
