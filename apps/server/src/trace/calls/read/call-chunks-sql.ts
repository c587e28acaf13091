import type { ProjectId } from "../../../access/project-id.ts";
import type { LargestAnswer } from "../../../store/traces/answer-size.ts";
import type { ReadCost, ReadOptions, Traces } from "../../../store/traces/traces.ts";
import { Parameters } from "../../query/parameters.ts";
import type { CallRow } from "./call-answer.ts";
import type { CallColumns } from "./call-columns-sql.ts";
import type { CallOrder } from "./call-order-sql.ts";
import { isInTime, type Page, type PageRequest, type PageRow, pagesOf } from "./calls-pages-sql.ts";
import type { CallsSelection } from "./calls-selection.ts";
import { HeldRows } from "./held-rows.ts";
import { ReadAhead } from "./read-ahead.ts";

/** The calls to read, their order and their columns. */
export interface CallsRequest {
  readonly selection: CallsSelection;
  readonly order: CallOrder;
  readonly columns: CallColumns;
  readonly limit: number | undefined;
  readonly offset: number;
  readonly signal: AbortSignal;
  /** Counts the memory of an answer that is held in pieces. */
  readonly among?: LargestAnswer | undefined;
}

/** Most rows of one chunk. */
const maxChunkRows = 2_000;
/** The first calls by start can be found quickly up to this number. */
const shortPage = 1_000;
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
   * Yields calls in chunks of bounded size; take from each chunk until it is empty. It reads the
   * keys first, then the payloads of those rows only. A few calls are read whole at once.
   */
  async *of(request: CallsRequest, isFew: boolean): AsyncGenerator<HeldRows<CallRow>, void> {
    const { selection, columns, order, limit = Infinity, offset, signal, among } = request;
    const ahead = new ReadAhead();
    const cost = costOf(request);
    const found = {
      selection,
      order,
      limit: request.limit,
      offset,
      ahead,
      idleMs: this.#idleMs,
      options: { signal, cost, among },
    };
    // Keep the keys if otherwise each page would search all calls again.
    const keepsKeys = !isInTime(found) && !selection.isSelective && limit > shortPage;
    const inTwoSteps = (columns.hasPayloads || keepsKeys) && !isFew;
    if (inTwoSteps) {
      const pages = pagesOf(this.#traces, { ...found, columns: "id, started_at, storage_bytes" });
      for await (const page of pages) yield* this.#chunksOf(page, request, found);
      return;
    }
    for await (const page of pagesOf(this.#traces, { ...found, columns: columns.sql })) {
      const begunAt = performance.now();
      yield page as HeldRows<PageRow & CallRow>;
      ahead.taken(page.taken, 0, performance.now() - begunAt);
    }
  }

  /** The whole rows of a page, in chunks that the reader can take quickly. */
  async *#chunksOf(
    page: Page,
    { selection: { projectId }, columns }: CallsRequest,
    { ahead, options }: Pick<PageRequest, "ahead" | "options">,
  ): AsyncGenerator<HeldRows<CallRow>, void> {
    const keys = keysOf(page);
    for (let at = 0; at < keys.length;) {
      const some = nextOf(keys, at, ahead.bytes);
      const chunk = await this.#whole(projectId, some, columns, options);
      const begunAt = performance.now();
      yield chunk;
      const last = chunk.isUsedUp
        ? some.length - 1
        : some.findIndex(({ id }) => id === chunk.last?.id);
      at += last + 1;
      let bytes = 0;
      for (const { storage_bytes } of some.slice(0, last + 1)) bytes += storage_bytes;
      ahead.taken(last + 1, bytes, performance.now() - begunAt);
    }
  }

  /** The rows of these keys with their payloads, in the same order. */
  async #whole(
    projectId: ProjectId,
    keys: readonly CallPlace[],
    columns: CallColumns,
    options: ReadOptions,
  ): Promise<HeldRows<CallRow>> {
    const parameters = new Parameters();
    const rows = await this.#traces.query<CallRow>(
      `SELECT ${columns.sql} FROM calls FINAL
      WHERE project_id = ${parameters.add(projectId, "String")} AND ${keySet(keys, parameters)}`,
      parameters.values,
      options,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    const inOrder = keys.flatMap(({ id }) => byId.get(id) ?? []);
    return new HeldRows(inOrder, this.#idleMs);
  }
}

/** The SQL condition that a call has one of these keys. */
export function keySet(
  keys: readonly { readonly started_at: string; readonly id: string }[],
  parameters: Parameters,
): string {
  const moments = parameters.addList(
    keys.map(({ started_at }) => started_at),
    "Array(DateTime64(6, 'UTC'))",
  );
  const ids = parameters.addList(
    keys.map(({ id }) => id),
    "Array(String)",
  );
  return `(started_at, id) IN arrayZip(${moments}, ${ids})`;
}

/** The place and the size of a call. */
interface CallPlace {
  readonly id: string;
  readonly started_at: string;
  readonly storage_bytes: number;
}

/** The part of a page that stays in memory while its calls are read. */
function keysOf(page: Page): CallPlace[] {
  const keys: CallPlace[] = [];
  for (let row = page.next(); row; row = page.next()) {
    const { id, started_at, storage_bytes } = row;
    keys.push({ id, started_at, storage_bytes });
  }
  return keys;
}

/** The next keys with together at most `maxBytes` of payload, but at least one key. */
function nextOf(keys: readonly CallPlace[], from: number, maxBytes: number): CallPlace[] {
  let bytes = 0;
  let to = from;
  while (to < keys.length && to - from < maxChunkRows) {
    bytes += keys[to]?.storage_bytes ?? 0;
    if (bytes > maxBytes && to > from) break;
    to += 1;
  }
  return keys.slice(from, to);
}

/**
 * Calls by id, and the first calls of a dense selection, are found without a search in other calls.
 */
function costOf({ selection, order, limit = Infinity, offset }: CallsRequest): ReadCost {
  const isShortPage = order.byStart && selection.isDense && limit + offset <= shortPage;
  return selection.callIds || isShortPage ? "short" : "long";
}
