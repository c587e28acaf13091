import { fail } from "@heddle/server-kit";
import type { Trace } from "@heddle/types";
import type { ProjectId } from "../../access/project-id.ts";
import { LoopTurn } from "../../budgets/loop-turns.ts";
import { QueryLimit } from "../../store/errors.ts";
import { LargestAnswer } from "../../store/traces/answer-size.ts";
import { compareKeys, rowOrder, type RowOrderTerm, type SortKey, sortKeys } from "./row-order.ts";
import { windowOf } from "../query/window.ts";
import type { WithoutProject } from "../without-project.ts";
import { digestsAtOnce, type StoredRow, type TablesStore } from "./tables-sql.ts";

/** A row's digest and its place in the table. */
export interface Place {
  readonly digest: string;
  readonly index: number;
}

/** A stored row with its place. */
export interface PlacedRow extends Place {
  readonly text: string;
}

/** A request for rows of a table and their order. */
export type TableQuery = WithoutProject<Trace.TableQuery>;

/** The limits of a read. */
export interface TableReaderBounds {
  /** Most bytes of rows in one answer. */
  readonly maxAnswerBytes: number;
  /** Most bytes of sort keys. */
  readonly maxSortBytes: number;
}

/** Rows of the first stretch of a stream, before their size is known. */
const firstStretch = 100;
/** Most rows of a stretch. */
const longestStretch = 100_000;
/**
 * Unless it is small, a stretch is at most half as large as all that the reader has taken before.
 */
const smallBytes = 512 * 1024;
const shareOfTaken = 1 / 2;

/** Reads a table: first finds the rows and their order, then reads the texts of only those rows. */
export class TableReader {
  readonly #store: TablesStore;
  readonly #bounds: TableReaderBounds;

  constructor(store: TablesStore, bounds: TableReaderBounds) {
    this.#store = store;
    this.#bounds = bounds;
  }

  /** Rows of a table: filtered, sorted, cut to a page. None for an unknown table. */
  async page(project: ProjectId, request: TableQuery, signal: AbortSignal): Promise<PlacedRow[]> {
    const held = new LargestAnswer();
    const page = await this.#page(project, request, held, signal);
    return this.#placed(project, request.digest, page, held, signal);
  }

  /** The same rows in stretches of bounded size; an answer has room for several stretches. */
  async *stretches(
    project: ProjectId,
    request: TableQuery,
    signal: AbortSignal,
  ): AsyncGenerator<PlacedRow[], void> {
    const held = new LargestAnswer();
    const page = await this.#page(project, request, held, signal);
    const mostBytes = this.#bounds.maxAnswerBytes / 8;
    let count = firstStretch;
    let taken = 0;
    for (let from = 0; from < page.length;) {
      const stretch = page.slice(from, from + count);
      let rows: PlacedRow[];
      try {
        rows = await this.#placed(project, request.digest, stretch, held, signal);
      } catch (error) {
        if (!(error instanceof QueryLimit) || stretch.length === 1) throw error;
        count = Math.ceil(stretch.length / 2);
        continue;
      }
      yield rows;
      from += stretch.length;
      // Each stretch is a pass over the project's rows, so few long stretches are best. But a
      // reader that pauses holds one stretch in memory.
      const bytes = rows.reduce((sum, { text }) => sum + text.length, 0);
      taken += bytes;
      const wantedBytes = Math.min(Math.max(smallBytes, taken * shareOfTaken), mostBytes);
      const fitting = Math.floor((stretch.length * wantedBytes) / bytes);
      count = Math.min(Math.max(fitting, 1), longestStretch);
    }
  }

  /** The texts of rows by digest; unknown rows are left out. */
  async texts(
    project: ProjectId,
    digests: readonly string[],
    signal: AbortSignal,
  ): Promise<Map<string, string>> {
    const rows = this.#store.rows(project, digests, signal);
    return this.#texts(places(digests, 0), rows, new LargestAnswer());
  }

  async #placed(
    project: ProjectId,
    table: string,
    page: readonly Place[],
    held: LargestAnswer,
    signal: AbortSignal,
  ): Promise<PlacedRow[]> {
    const texts = await this.#texts(page, this.#rowsAt(project, table, page, signal), held);
    return page.map((place) => {
      const text = texts.get(place.digest) ?? fail(new Error("A row of a table is missing."));
      return { ...place, text };
    });
  }

  async #page(
    project: ProjectId,
    request: TableQuery,
    held: LargestAnswer,
    signal: AbortSignal,
  ): Promise<Place[]> {
    const order = rowOrder(request.sort_by);
    const only = new Set(request.filter?.row_digests ?? []);
    const { offset, limit } = windowOf(request, "ignored");
    if (limit === 0) return [];
    const { digest } = request;
    const isComplete = await this.#store.isComplete(project, digest, signal);
    if (isComplete && only.size === 0 && order.length === 0) {
      const digests = await this.#store.rowDigests(project, digest, offset, limit, signal);
      return places(digests ?? [], offset);
    }
    const all = await this.#store.rowDigests(project, digest, 0, Infinity, signal);
    let found = places(all ?? [], 0);
    if (only.size > 0) found = found.filter(({ digest }) => only.has(digest));
    if (!isComplete) {
      const present = await this.#store.presentRows(project, digest, signal);
      found = found.filter(({ digest }) => present.has(digest));
    }
    if (order.length > 0) {
      const rows = this.#rowsAt(project, digest, found, signal);
      found = await this.#sorted(found, rows, order, held);
    }
    return found.slice(offset, offset + limit);
  }

  /**
   * Yields at least the rows at these places, in any order. It may also yield other rows, and rows
   * twice.
   */
  #rowsAt(
    project: ProjectId,
    table: string,
    wanted: readonly Place[],
    signal: AbortSignal,
  ): AsyncIterable<StoredRow> {
    if (wanted.length <= digestsAtOnce) {
      return this.#store.rows(project, distinct(wanted), signal);
    }
    let first = Infinity;
    let last = 0;
    for (const { index } of wanted) {
      first = Math.min(first, index);
      last = Math.max(last, index);
    }
    return this.#store.stretch(project, table, first, last - first + 1, signal);
  }

  async #sorted(
    found: readonly Place[],
    rows: AsyncIterable<StoredRow>,
    order: readonly RowOrderTerm[],
    held: LargestAnswer,
  ): Promise<Place[]> {
    const keys = new Map<string, SortKey[]>();
    let bytes = 0;
    const turn = new LoopTurn();
    for await (const { digest, val } of rows) {
      if (turn.isOver) await turn.next();
      if (keys.has(digest)) continue;
      const rowKeys = sortKeys(val, order);
      for (const key of rowKeys) bytes += typeof key === "string" ? key.length : 8;
      if (bytes > this.#bounds.maxSortBytes) throw new QueryLimit("memory");
      held.read(bytes);
      keys.set(digest, rowKeys);
    }
    return found.toSorted((left, right) =>
      compareKeys(keys.get(left.digest) ?? [], keys.get(right.digest) ?? [], order),
    );
  }

  async #texts(
    wanted: readonly Place[],
    rows: AsyncIterable<StoredRow>,
    held: LargestAnswer,
  ): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    const times = new Map<string, number>();
    for (const { digest } of wanted) times.set(digest, (times.get(digest) ?? 0) + 1);
    let bytes = 0;
    let heldBytes = 0;
    for await (const { digest, val } of rows) {
      const count = times.get(digest);
      if (count === undefined || texts.has(digest)) continue;
      // A row that a table contains many times is held once, but the answer repeats it.
      bytes += val.length * count;
      if (bytes > this.#bounds.maxAnswerBytes) throw new QueryLimit("bytes");
      heldBytes += val.length;
      held.read(heldBytes);
      texts.set(digest, val);
    }
    return texts;
  }
}

function places(digests: readonly string[], offset: number): Place[] {
  return digests.map((digest, at) => ({ digest, index: offset + at }));
}

function distinct(found: readonly Place[]): string[] {
  return [...new Set(found.map(({ digest }) => digest))];
}
