import type { LargestAnswer } from "./answer-size.ts";
import type { Row } from "./row.ts";

/** A value for a `{name:Type}` placeholder. */
export type Param = string | number | bigint | boolean | null | readonly Param[];

/**
 * Values by placeholder name. They reach the engine separately from the statement's text. One value
 * may have 120 KiB, about 3,000 ids: ClickHouse refuses longer ones.
 */
export type Params = Readonly<Record<string, Param>>;

/** Whether a read is quick, or keeps the engine busy. */
export type ReadCost = "short" | "long";

/** The bounds of a read, and the signal that stops it. */
export interface ReadOptions {
  /**
   * Aborting it stops the query in the engine. It is required, so that no read forgets the client
   * that may leave; undefined if no client waits for the read, as in {@link ownRead}.
   */
  signal: AbortSignal | undefined;
  /**
   * The likely cost of a query: look-ups by key are short and do not wait for long reads. Long by
   * default. It counts until the same statement of the same entity was measured.
   */
  cost?: ReadCost | undefined;
  /**
   * The sequence of answers that this one belongs to, if the caller drops each before it reads the
   * next: then only the largest counts for the request. Without it, all answers add up.
   */
  among?: LargestAnswer | undefined;
  /** Seconds that the engine may work on it; more is a {@link QueryTimeout}. */
  maxSeconds?: number | undefined;
  /** Rows that the answer may have; more is a {@link QueryLimit}, never a shortened answer. */
  maxRows?: number | undefined;
  /** Engine settings for this query only. */
  settings?: Readonly<Record<string, string | number>> | undefined;
}

/** Options for a read of the server itself, or of a writer that reads for many requests at once. */
export const ownRead: Readonly<ReadOptions> = { signal: undefined };

/**
 * The trace store for the rest of the server: it takes ClickHouse SQL and returns rows. All methods
 * throw the classes of `store/errors.ts`.
 *
 * In rows, times are text (`2025-10-01 00:00:00.000000`, always UTC) and 64-bit integers are
 * numbers: use `toString(…)` for values that may exceed 2^53. Inserts also take ISO 8601 times.
 */
export interface Traces {
  /**
   * Reads all rows of a query. Only for queries that limit their answer; 64 MiB is the bound.
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
   * Yields rows as the engine finds them. The memory does not grow with their number. Leaving the
   * loop or aborting the signal stops the query.
   */
  stream<Row>(sql: string, params: Params, options: Readonly<ReadOptions>): AsyncIterable<Row>;

  /**
   * Adds rows, each the text of one JSON object on one line. They are durable when it resolves. An
   * insert with a known token changes nothing. But an engine that died may know the token and have
   * lost the rows, so each try of a caller needs its own token. If the engine refuses one row, all
   * fail with {@link RowRefused}; `insertRows` finds out which one it was.
   */
  insert(table: string, rows: readonly Row[], token: string): Promise<void>;

  /** Runs a statement without an answer. */
  command(sql: string, params?: Params): Promise<void>;

  /** Ends open reads, and the embedded engine if there is one. */
  close(): Promise<void>;
}
