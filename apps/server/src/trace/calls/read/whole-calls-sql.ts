import type { ProjectId } from "../../../access/project-id.ts";
import { LargestAnswer } from "../../../store/traces/answer-size.ts";
import type { ReadOptions, Traces } from "../../../store/traces/traces.ts";
import { HeldRows } from "../../query/held-rows.ts";
import { keyText } from "../../query/page.ts";
import type { ReadAhead } from "../../query/read-ahead.ts";
import { begun } from "../../query/begun.ts";
import { Parameters } from "../../query/parameters.ts";
import { candidateSettings, type NewestRows, newestRows } from "../../query/versioned-table-sql.ts";
import type { CallRow } from "./call-answer.ts";
import { calls } from "./calls-table.ts";

/** The columns that name a call, and those of its place. */
export const placeColumns = "started_at AS moment, id, version, storage_bytes";

/** The place and the size of a call. */
export interface CallPlace {
  readonly moment: string;
  readonly id: string;
  readonly version: number;
  readonly storage_bytes: number;
}

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
/** Of places that are dense, all rows between them are at most so many times as much. */
const mostRead = 1.5;

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
  const rows = `${placeColumns}, ${columns}`;
  const newest = isDense
    ? await rowsBetween(traces, project, rows, places, options)
    : await newestRows<PlacedRow>(
        ...[traces, { table: calls, project, columns: rows, matching }, places, options],
      );
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

/**
 * All rows between the first and the last of these places. The engine finds them faster than rows
 * by their keys.
 */
async function rowsBetween(
  traces: Traces,
  project: ProjectId,
  columns: string,
  places: readonly CallPlace[],
  options: ReadOptions,
): Promise<PlacedRow[]> {
  const parameters = new Parameters();
  const where = between(project, places, parameters);
  return traces.query<PlacedRow>(
    `SELECT ${columns} FROM ${calls.name} WHERE ${where}`,
    parameters.values,
    { ...options, settings: candidateSettings },
  );
}

/**
 * Whether most rows between the first and the last of these places, in the order of the table, are
 * at these places.
 */
export async function areDense(
  traces: Traces,
  project: ProjectId,
  places: readonly CallPlace[],
  options: ReadOptions,
): Promise<boolean> {
  const parameters = new Parameters();
  const where = between(project, places, parameters);
  const [all] = await traces.query<{ count: number; bytes: number }>(
    `SELECT count() AS count, sum(storage_bytes) AS bytes FROM ${calls.name} WHERE ${where}`,
    parameters.values,
    { ...options, settings: candidateSettings },
  );
  let bytes = 0;
  for (const { storage_bytes } of places) bytes += storage_bytes;
  return (
    all !== undefined && all.count <= places.length * mostRead && all.bytes <= bytes * mostRead
  );
}

function between(project: ProjectId, places: readonly CallPlace[], parameters: Parameters): string {
  const own = `project_id = ${parameters.add(project, "String")}`;
  const [one, other] = [places[0]?.moment ?? "", places.at(-1)?.moment ?? ""];
  const [from, to] = one < other ? [one, other] : [other, one];
  const type = "DateTime64(6, 'UTC')";
  return `${own} AND started_at BETWEEN ${parameters.add(from, type)} AND ${parameters.add(to, type)}`;
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
