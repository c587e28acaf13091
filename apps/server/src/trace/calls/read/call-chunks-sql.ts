import type { LargestAnswer } from "../../../store/traces/answer-size.ts";
import type { ReadCost, ReadOptions, Traces } from "../../../store/traces/traces.ts";
import { HeldRows } from "../../query/held-rows.ts";
import { KeyOrder } from "../../query/key-order.ts";
import type { Page, PageRow } from "../../query/page.ts";
import { pagesOf } from "../../query/pages-sql.ts";
import { Parameters } from "../../query/parameters.ts";
import { ReadAhead } from "../../query/read-ahead.ts";
import { mergedWhereOf } from "../../query/selection-sql.ts";
import { newestAmong } from "../../query/versioned-table-sql.ts";
import type { CallRow } from "./call-answer.ts";
import type { CallColumns } from "./call-columns-sql.ts";
import { type CallPlace, placeColumns } from "./call-place.ts";
import { areDense } from "./calls-between-sql.ts";
import { placesByIds } from "./calls-places-sql.ts";
import type { CallsSelection } from "./calls-selection.ts";
import { calls } from "./calls-table.ts";
import {
  firstOf,
  type Places,
  type Stretch,
  wholeCalls,
  type WholeCallsRequest,
} from "./whole-calls-sql.ts";

/** The calls to read, their order and their columns. */
export interface CallsRequest {
  readonly selection: CallsSelection;
  readonly columns: CallColumns;
  /** `Infinity` without a limit. */
  readonly limit: number;
  readonly offset: number;
  readonly signal: AbortSignal;
  /** Counts the memory of an answer that is held in pieces. */
  readonly among?: LargestAnswer | undefined;
}

/** Most calls that one statement reads whole by their ids. */
const maxReadAtOnce = 20;
/** The first calls by start can be found quickly up to this number. */
const shortPage = 1_000;
/** For fewer places it does not pay to ask whether they are dense. */
const leastRange = 1_000;
const defaultIdleMs = 1_000;

/** Reads calls in their order, in small chunks, as the reader takes them. */
export class CallChunks {
  readonly #traces: Traces;
  readonly #idleMs: number;

  /** Rows that the reader does not take are released after `idleMs`. */
  constructor(traces: Traces, idleMs: number = defaultIdleMs) {
    this.#traces = traces;
    this.#idleMs = idleMs;
  }

  /**
   * Yields calls in chunks of bounded size; take from each chunk until it is empty. It finds the
   * calls first, then reads the payloads of those calls only.
   */
  async *of(request: CallsRequest): AsyncGenerator<HeldRows<CallRow>, void> {
    const { selection, columns, limit, offset, signal, among } = request;
    const { order } = selection;
    const asked = {
      table: calls,
      project: selection.projectId,
      selection,
      order,
      keyOrder: KeyOrder.of(order.terms, calls.key),
      limit,
      offset,
      ahead: new ReadAhead(),
      idleMs: this.#idleMs,
      options: { signal, among, cost: costOf(request) },
    };
    // Keep the keys if otherwise each page would search all calls again.
    const keepsKeys = !asked.keyOrder && limit > shortPage;
    if (columns.hasPayloads || keepsKeys) {
      const found = { ...asked, columns: "storage_bytes", isVerified: false };
      const pages = pagesOf<SizedRow>(this.#traces, found);
      const { project, keyOrder, ahead, options } = asked;
      const places = new PagedPlaces(pages, (some) => {
        const mayBeDense = keyOrder && ahead.isQuick && some.length >= leastRange;
        return mayBeDense ? areDense(this.#traces, project, some, options) : false;
      });
      yield* wholeCalls(this.#traces, places, this.#whole(request, asked.options, asked.ahead));
      return;
    }
    const found = { ...asked, columns: columns.sql, isVerified: true };
    for await (const page of pagesOf<PageRow & CallRow>(this.#traces, found)) {
      const begunAt = performance.now();
      yield page;
      asked.ahead.taken(page.taken, 0, performance.now() - begunAt);
    }
  }

  /** Yields the calls with the ids of the selection, in their order. */
  async *named(
    request: CallsRequest,
    ids: readonly string[],
  ): AsyncGenerator<HeldRows<CallRow>, void> {
    const { selection, columns, limit, offset, signal, among } = request;
    const order = selection.order.whole?.order ?? selection.order;
    const parameters = new Parameters(selection.parameters);
    const found = newestAmong(calls, placesByIds(selection.projectId, ids, parameters));
    const options = { signal, among, cost: "short" } as const;
    const ask = <Row>(wanted: string): Promise<Row[]> =>
      this.#traces.query<Row>(
        `SELECT ${wanted} FROM ${found} ${mergedWhereOf(selection)}
        ORDER BY ${order.sql} LIMIT ${Math.min(limit, ids.length)} OFFSET ${offset}`,
        parameters.values,
        options,
      );
    if (!columns.hasPayloads || ids.length <= maxReadAtOnce) {
      yield new HeldRows(await ask<CallRow>(columns.sql), this.#idleMs);
      return;
    }
    const places = await ask<CallPlace>(placeColumns);
    let at = 0;
    const listed: Places = {
      next: async (count, bytes) => {
        const some = firstOf(places.slice(at), count, bytes);
        at += some.length;
        return some.length === 0 ? undefined : { places: some };
      },
    };
    yield* wholeCalls(this.#traces, listed, this.#whole(request, options, new ReadAhead()));
  }

  #whole(
    { selection: { projectId }, columns, limit }: CallsRequest,
    options: ReadOptions,
    ahead: ReadAhead,
  ): WholeCallsRequest {
    return { projectId, columns: columns.sql, limit, ahead, options, idleMs: this.#idleMs };
  }
}

interface SizedRow extends PageRow {
  readonly storage_bytes: number;
}

/** The places that pages find. They stay in memory while their calls are read. */
class PagedPlaces implements Places {
  readonly #pages: AsyncIterator<Page<SizedRow>, void>;
  #page: Page<SizedRow> | undefined;
  #places: readonly CallPlace[] = [];
  readonly #areDense: (places: readonly CallPlace[]) => Promise<boolean> | boolean;
  #isDense = false;

  constructor(
    pages: AsyncIterator<Page<SizedRow>, void>,
    areDense: (places: readonly CallPlace[]) => Promise<boolean> | boolean,
  ) {
    this.#pages = pages;
    this.#areDense = areDense;
  }

  async next(count: number, bytes: number): Promise<Stretch | undefined> {
    if (this.#places.length === 0) {
      const { value: page } = await this.#pages.next();
      if (!page) return undefined;
      page.count(0);
      this.#page = page;
      this.#places = placesOf(page);
      this.#isDense = !page.unchecked && (await this.#areDense(this.#places));
    }
    const page = this.#page;
    const places = firstOf(this.#places, count, bytes);
    this.#places = this.#places.slice(places.length);
    return {
      places,
      unchecked: page?.unchecked,
      isDense: this.#isDense,
      onTaken(taken, dropped) {
        page?.count(taken);
        page?.drop(dropped);
      },
    };
  }
}

function placesOf(page: Page<SizedRow>): CallPlace[] {
  const places: CallPlace[] = [];
  for (let row = page.next(); row; row = page.next()) {
    const { moment, id, version, storage_bytes } = row;
    places.push({ moment, id, version, storage_bytes });
  }
  return places;
}

/** The first calls of a dense selection are found without a search in other calls. */
function costOf({ selection, limit, offset }: CallsRequest): ReadCost {
  const isShort = selection.isDense && limit + offset <= shortPage;
  return isShort && KeyOrder.of(selection.order.terms, calls.key) ? "short" : "long";
}
