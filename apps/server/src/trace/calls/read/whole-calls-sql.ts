import type { ProjectId } from "../../../access/project-id.ts";
import { LargestAnswer } from "../../../store/traces/answer-size.ts";
import type { ReadOptions, Traces } from "../../../store/traces/traces.ts";
import { HeldRows } from "../../query/held-rows.ts";
import { keyText } from "../../query/page.ts";
import type { ReadAhead } from "../../query/read-ahead.ts";
import { begun } from "../../query/begun.ts";
import { type NewestRows, newestRows } from "../../query/versioned-table-sql.ts";
import type { CallRow } from "./call-answer.ts";
import { type CallPlace, placeColumns } from "./call-place.ts";
import { rowsBetween } from "./calls-between-sql.ts";
import { calls } from "./calls-table.ts";

/** Places to read together. */
export interface Stretch {
  readonly places: readonly CallPlace[];
  /** A condition on payloads that a call must still meet. */
  readonly unchecked?: NewestRows["matching"];
  /** Whether there are hardly other calls between them, if the places are in the order of the table. */
  readonly isDense?: boolean;
  /** Gets the numbers of calls that the reader took, and of those that do not count. */
  onTaken?(taken: number, dropped: number): void;
}

/** The places of calls, in their order. */
export interface Places {
  /** At most so many next places of so many bytes, but at least one; undefined after the last. */
  next(count: number, bytes: number): Promise<Stretch | undefined>;
}

/** What to read at places, and how. */
export interface WholeCallsRequest {
  readonly projectId: ProjectId;
  /** Columns with payloads. */
  readonly columns: string;
  /** Most calls that the reader needs. */
  readonly limit: number;
  readonly ahead: ReadAhead;
  readonly options: ReadOptions;
  /** Rows that the reader does not take are released after this time. */
  readonly idleMs: number;
}

/** Most rows of one chunk. */
const maxChunkRows = 4_000;

type PlacedRow = CallRow & { readonly moment: string; readonly version: number };

interface Chunk extends Stretch {
  readonly rows: HeldRows<PlacedRow>;
  readonly dropped: number;
}

/**
 * The whole rows of the calls that count, in chunks of bounded size. While a quick reader takes a
 * chunk, the next is read.
 */
export async function* wholeCalls(
  traces: Traces,
  places: Places,
  request: WholeCallsRequest,
): AsyncGenerator<HeldRows<CallRow>, void> {
  const { ahead, options } = request;
  // Two chunks are in memory at a time, so each second one is counted beside the first.
  const among = [options.among, options.among && new LargestAnswer()] as const;
  let reads = 0;
  const read = (stretch: Stretch, wanted: number): Promise<Chunk> => {
    reads += 1;
    const bounds = { ...options, among: among[reads % 2] };
    return chunkAt(traces, stretch, wanted, { ...request, options: bounds });
  };
  const next = async (wanted: number): Promise<Chunk | undefined> => {
    const count = Math.min(wanted + spareOf(wanted), maxChunkRows);
    const stretch = await places.next(count, ahead.bytes);
    return stretch && read(stretch, wanted);
  };
  let left = request.limit;
  let early: Promise<Chunk | undefined> | undefined;
  while (left > 0) {
    let chunk = await (early ?? next(left));
    if (!chunk) return;
    const { length } = chunk.rows;
    early = ahead.isQuick && left > length ? begun(next(left - length)) : undefined;
    for (;;) {
      const begunAt = performance.now();
      yield chunk.rows;
      const { rest, bytes } = taken(chunk);
      left -= chunk.rows.taken;
      chunk.onTaken?.(chunk.rows.taken, rest.length === 0 ? chunk.dropped : 0);
      ahead.taken(chunk.places.length - rest.length, bytes, performance.now() - begunAt);
      if (rest.length === 0 || left <= 0) break;
      chunk = await read({ ...chunk, places: rest }, left);
    }
  }
}

/** The places that a reader did not reach before the rows were released, and what it took. */
function taken({ places, rows }: Chunk): { rest: readonly CallPlace[]; bytes: number } {
  const { last, isUsedUp } = rows;
  const count = isUsedUp
    ? places.length
    : places.findIndex((place) => last && keyText(place) === keyText(last)) + 1;
  let bytes = 0;
  for (const { storage_bytes } of places.slice(0, count)) bytes += storage_bytes;
  return { rest: places.slice(count), bytes };
}

/** At most `wanted` rows at these places that count, with their payloads and in the same order. */
async function chunkAt(
  traces: Traces,
  stretch: Stretch,
  wanted: number,
  { projectId: project, columns, idleMs, options }: WholeCallsRequest,
): Promise<Chunk> {
  const { places, unchecked: matching, isDense } = stretch;
  const found = { table: calls, project, columns: `${placeColumns}, ${columns}`, matching };
  const newest = isDense
    ? await rowsBetween<PlacedRow>(traces, found, places, options)
    : await newestRows<PlacedRow>(traces, found, places, options);
  const byKey = new Map<string, PlacedRow>();
  for (const row of newest) {
    const known = byKey.get(keyText(row));
    if (!known || known.version < row.version) byKey.set(keyText(row), row);
  }
  const counting = places.flatMap((place) => {
    const row = byKey.get(keyText(place));
    return row?.version === place.version ? [row] : [];
  });
  const held = new HeldRows(counting.slice(0, wanted), idleMs);
  held.awaitReader();
  return { ...stretch, rows: held, dropped: places.length - counting.length };
}

/** More calls than needed at once, because some do not count: that saves a statement. */
function spareOf(wanted: number): number {
  return Math.min(Math.ceil(wanted / 4) + 8, 200);
}

/** At most `count` first places with together at most `maxBytes` of payload, but at least one. */
export function firstOf(
  places: readonly CallPlace[],
  count: number,
  maxBytes: number,
): readonly CallPlace[] {
  const end = Math.min(places.length, count);
  let bytes = 0;
  let to = 0;
  while (to < end) {
    bytes += places[to]?.storage_bytes ?? 0;
    if (bytes > maxBytes && to > 0) break;
    to += 1;
  }
  return places.slice(0, to);
}
