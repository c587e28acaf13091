import type { ProjectId } from "../../../access/project-id.ts";
import type { LargestAnswer } from "../../../store/traces/answer-size.ts";
import type { ReadCost, ReadOptions, Traces } from "../../../store/traces/traces.ts";
import { HeldRows } from "../../query/held-rows.ts";
import { KeyOrder } from "../../query/key-order.ts";
import { keyText, type Page, type PageRow, pagesOf } from "../../query/pages-sql.ts";
import { Parameters } from "../../query/parameters.ts";
import { settledOrder } from "../../query/settled-sql.ts";
import { ReadAhead } from "../../query/read-ahead.ts";
import { mergedWhereOf } from "../../query/selection-sql.ts";
import { newestAmong, newestRows } from "../../query/versioned-table-sql.ts";
import type { CallRow } from "./call-answer.ts";
import type { CallColumns } from "./call-columns-sql.ts";
import { placesByIds } from "./calls-places-sql.ts";
import type { CallsSelection } from "./calls-selection.ts";
import { calls } from "./calls-table.ts";

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
/** Most rows of one chunk. */
const maxChunkRows = 2_000;
/** The first calls by start can be found quickly up to this number. */
const shortPage = 1_000;
const defaultIdleMs = 1_000;
const keyColumns = "started_at AS moment, id, version";

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
    const order = await settledOrder(this.#traces, calls, selection, signal);
    const ahead = new ReadAhead();
    const options = { signal, among, cost: costOf(request) };
    const asked = {
      table: calls,
      project: selection.projectId,
      selection,
      order,
      keyOrder: KeyOrder.of(order.terms, calls.key),
      limit,
      offset,
      ahead,
      idleMs: this.#idleMs,
      options,
    };
    // Keep the keys if otherwise each page would search all calls again.
    const keepsKeys = !asked.keyOrder && limit > shortPage;
    if (columns.hasPayloads || keepsKeys) {
      const found = { ...asked, columns: "storage_bytes", isVerified: false };
      for await (const page of pagesOf<SizedRow>(this.#traces, found)) {
        const onTaken = (count: number): void => page.count(count);
        const { wanted } = page;
        yield* this.#chunksOf(placesOf(page), wanted, request, ahead, options, onTaken);
      }
      return;
    }
    const found = { ...asked, columns: columns.sql, isVerified: true };
    for await (const page of pagesOf<PageRow & CallRow>(this.#traces, found)) {
      const begunAt = performance.now();
      yield page;
      ahead.taken(page.taken, 0, performance.now() - begunAt);
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
    const places = await ask<CallPlace>(`${keyColumns}, storage_bytes`);
    yield* this.#chunksOf(places, places.length, request, new ReadAhead(), options);
  }

  /** The whole rows of at most `wanted` calls, in chunks that the reader can take quickly. */
  async *#chunksOf(
    places: readonly CallPlace[],
    wanted: number,
    { selection: { projectId }, columns }: CallsRequest,
    ahead: ReadAhead,
    options: ReadOptions,
    onTaken: (count: number) => void = () => {},
  ): AsyncGenerator<HeldRows<CallRow>, void> {
    let left = wanted;
    for (let at = 0; at < places.length && left > 0;) {
      const some = nextOf(places, at, left + spareOf(left), ahead.bytes);
      const chunk = await this.#whole(projectId, some, columns, left, options);
      const begunAt = performance.now();
      yield chunk;
      left -= chunk.taken;
      onTaken(chunk.taken);
      const last = chunk.isUsedUp
        ? some.length - 1
        : some.findIndex((place) => chunk.last && keyText(place) === keyText(chunk.last));
      at += last + 1;
      let bytes = 0;
      for (const { storage_bytes } of some.slice(0, last + 1)) bytes += storage_bytes;
      ahead.taken(last + 1, bytes, performance.now() - begunAt);
    }
  }

  /** At most `wanted` rows at these places that count, with their payloads and in the same order. */
  async #whole(
    project: ProjectId,
    places: readonly CallPlace[],
    columns: CallColumns,
    wanted: number,
    options: ReadOptions,
  ): Promise<HeldRows<PlacedRow>> {
    const found = { table: calls, project, columns: `${keyColumns}, ${columns.sql}` };
    const rows = await newestRows<PlacedRow>(this.#traces, found, places, options);
    const byKey = new Map(rows.map((row) => [keyText(row), row]));
    const counting = places.flatMap((place) => {
      const row = byKey.get(keyText(place));
      return row?.version === place.version ? [row] : [];
    });
    return new HeldRows(counting.slice(0, wanted), this.#idleMs);
  }
}

interface SizedRow extends PageRow {
  readonly storage_bytes: number;
}

type PlacedRow = CallRow & { readonly moment: string; readonly version: number };

/** The place and the size of a call. */
interface CallPlace {
  readonly moment: string;
  readonly id: string;
  readonly version: number;
  readonly storage_bytes: number;
}

/** The part of a page that stays in memory while its calls are read. */
function placesOf(page: Page<SizedRow>): CallPlace[] {
  const places: CallPlace[] = [];
  for (let row = page.next(); row; row = page.next()) {
    const { moment, id, version, storage_bytes } = row;
    places.push({ moment, id, version, storage_bytes });
  }
  return places;
}

/** More calls than needed at once, because some do not count: that saves a statement. */
function spareOf(wanted: number): number {
  return Math.min(Math.ceil(wanted / 4) + 8, 200);
}

/** At most `count` next places with together at most `maxBytes` of payload, but at least one. */
function nextOf(
  places: readonly CallPlace[],
  from: number,
  count: number,
  maxBytes: number,
): CallPlace[] {
  const end = Math.min(places.length, from + Math.min(count, maxChunkRows));
  let bytes = 0;
  let to = from;
  while (to < end) {
    bytes += places[to]?.storage_bytes ?? 0;
    if (bytes > maxBytes && to > from) break;
    to += 1;
  }
  return places.slice(from, to);
}

/** The first calls of a dense selection are found without a search in other calls. */
function costOf({ selection, limit, offset }: CallsRequest): ReadCost {
  const isShort = selection.isDense && limit + offset <= shortPage;
  return isShort && KeyOrder.of(selection.order.terms, calls.key) ? "short" : "long";
}
