import { callRow, type KnownCall, type Name, standingName, tombstoneRow } from "../record/call.ts";
import type { EndPart, StartPart } from "../record/part.ts";
import type { Row } from "../../../store/traces/row.ts";
import type { PendingCall } from "./call-writes.ts";
import type { FoundCall, LoadedCall, WaitingPart } from "../read/calls-lookup-sql.ts";
import { nextNameTime, nextVersion } from "../record/versions.ts";

/** A call before a write, from the store or from this server's memory. */
export interface StandingCall {
  readonly startedAt: string;
  readonly version: number;
  readonly isDeleted: boolean;
  /** The whole call; not needed if it is deleted, before or by this write. */
  readonly call: KnownCall | undefined;
}

/**
 * Combines a call that was found and then loaded. The second read may see a later version than the
 * first, and the next write must be later than both.
 */
export function standingOf(found: FoundCall, loaded: LoadedCall | undefined): StandingCall {
  const { startedAt, isDeleted } = found;
  const version = Math.max(found.version, loaded?.version ?? 0);
  return { startedAt, isDeleted, version, call: loaded?.call };
}

/**
 * The origin of the current state: read from the store, kept in memory since the start, or known to
 * be empty because the id is new.
 */
export type Origin = "store" | "memory" | "new";

/** A call of a flush and its change. */
export interface CallStep {
  readonly pending: PendingCall;
  readonly change: CallChange;
  readonly origin: Origin;
}

/** The result of a write. */
export interface CallChange {
  /** Rows for `calls`, inserted together. */
  readonly rows: readonly Row[];
  /**
   * Rows that remove others, inserted only after `rows` are durable: an insert is atomic only
   * within one month.
   */
  readonly laterRows: readonly Row[];
  /** The call after the write; `undefined` if there is none, or none any more. */
  readonly after: { readonly call: KnownCall; readonly version: number } | undefined;
  /** Parts that must wait for the rest of the call. */
  readonly waiting: Waiting | undefined;
}

/** Parts that wait for the rest of a call. */
export interface Waiting {
  readonly end?: VersionedEnd;
  readonly name?: Name;
}

/** An end and the version of its waiting row. */
export interface VersionedEnd {
  readonly part: EndPart;
  readonly version: number;
}

interface Parts {
  readonly start?: StartPart | undefined;
  readonly end?: EndPart | undefined;
  readonly name?: Name | undefined;
}

const nothing: CallChange = { rows: [], laterRows: [], after: undefined, waiting: undefined };

/**
 * Applies the writes of a flush to the current call. If there is no call, `waiting` has its parts
 * that wait already.
 */
export function changeOf(
  pending: PendingCall,
  standing: StandingCall | undefined,
  waiting: WaitingPart | undefined,
  nowUs: number,
): CallChange {
  if (standing?.isDeleted) return nothing;
  if (pending.deletes) return deletion(pending, standing, nowUs);
  const { start, end } = pending;
  const seen = Math.max(standing?.call?.name.at ?? 0, waiting?.name?.at ?? 0);
  const name =
    pending.name === undefined ? undefined : { text: pending.name, at: nextNameTime(nowUs, seen) };
  const call = merged(standing?.call, { start, end, name });
  if (!call) return orphan(end, name, waiting, nowUs);
  const change = written(pending, standing, call, nowUs);
  // While the call runs, the name also waits beside the row: another server that saw the call
  // earlier would write the whole row without the name.
  return name && !call.end ? { ...change, waiting: { name } } : change;
}

/** Applies parts that waited for a call; `undefined` if nothing changes. */
export function changeByParts(
  key: PendingCall,
  standing: StandingCall & { readonly call: KnownCall },
  parts: { readonly end?: EndPart | undefined; readonly name?: Name | undefined },
  nowUs: number,
): CallChange | undefined {
  const end = standing.call.end ? undefined : parts.end;
  const name = parts.name && parts.name.at > standing.call.name.at ? parts.name : undefined;
  if (!end && !name) return undefined;
  const call = merged(standing.call, { end, name });
  return call && written(key, standing, call, nowUs);
}

/** Merges the parts of a call, later ones over earlier ones; `undefined` without a start. */
function merged(earlier: KnownCall | undefined, later: Parts): KnownCall | undefined {
  const start = later.start ?? earlier?.start;
  if (!start) return undefined;
  const given = later.start?.displayName;
  const named = standingName(
    earlier?.name,
    given === undefined ? undefined : { text: given, at: 0 },
  );
  return { start, end: later.end ?? earlier?.end, name: standingName(named, later.name) };
}

function written(
  { key }: PendingCall,
  standing: StandingCall | undefined,
  call: KnownCall,
  nowUs: number,
): CallChange {
  const { startedAt } = call.start;
  const version = nextVersion(call.end ? "ended" : "started", nowUs, standing?.version);
  if (!standing || standing.startedAt === startedAt) {
    return { ...nothing, rows: [callRow(key, call, version)], after: { call, version } };
  }
  // The start time is part of the key. The row under the old key is removed with a version lower by
  // one, so that the new row wins in reads by id.
  const row = callRow(key, call, version + 1);
  const tombstone = tombstoneRow(key, standing.startedAt, version);
  const isSameMonth = standing.startedAt.slice(0, 7) === startedAt.slice(0, 7);
  return {
    rows: isSameMonth ? [tombstone, row] : [row],
    laterRows: isSameMonth ? [] : [tombstone],
    after: { call, version: version + 1 },
    waiting: undefined,
  };
}

function deletion(
  { key, start }: PendingCall,
  standing: StandingCall | undefined,
  nowUs: number,
): CallChange {
  const startedAt = standing?.startedAt ?? start?.startedAt;
  if (startedAt === undefined) return nothing;
  const version = nextVersion("deleted", nowUs, standing?.version);
  return { ...nothing, rows: [tombstoneRow(key, startedAt, version)] };
}

/** An end waits for its start. A name for an unknown call has no effect. */
function orphan(
  end: EndPart | undefined,
  name: Name | undefined,
  before: WaitingPart | undefined,
  nowUs: number,
): CallChange {
  if (!end) return nothing;
  const version = nextVersion("started", nowUs, before?.versions.end);
  return { ...nothing, waiting: { end: { part: end, version }, ...(name && { name }) } };
}
