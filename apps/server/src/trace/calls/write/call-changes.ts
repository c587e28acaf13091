import {
  callRow,
  type EndPart,
  type KnownCall,
  type Name,
  type StartPart,
  standingName,
  tombstoneRow,
} from "../record/call.ts";
import type { PendingCall } from "./call-writes.ts";
import type { FoundCall, LoadedCall, WaitingPart } from "../read/calls-lookup-sql.ts";
import { nextNameTime, nextVersion } from "../record/versions.ts";

/** A call as it stands before a write: stored, or kept from when this server stored it. */
export interface StandingCall {
  readonly startedAt: string;
  readonly version: number;
  readonly isDeleted: boolean;
  /** All of it; not needed for what is deleted, before or now. */
  readonly call: KnownCall | undefined;
}

/**
 * A call that was found and then loaded. Two reads are not one: what was loaded may be later than
 * what was found, and the next write has to be later than both.
 */
export function standingOf(found: FoundCall, loaded: LoadedCall | undefined): StandingCall {
  const { startedAt, isDeleted } = found;
  const version = Math.max(found.version, loaded?.version ?? 0);
  return { startedAt, isDeleted, version, call: loaded?.call };
}

/**
 * Where what stands came from: looked for in the store, kept in memory since its start, or known
 * to be nothing, since the id is new.
 */
export type Origin = "store" | "memory" | "new";

/** A call of a flush with what becomes of it. */
export interface CallStep {
  readonly pending: PendingCall;
  readonly change: CallChange;
  readonly origin: Origin;
}

/** What a write comes to. */
export interface CallChange {
  /** Rows for the calls, to be inserted together. */
  readonly rows: readonly string[];
  /** Rows that take others away, only after these are durable: an insert is atomic in one month. */
  readonly laterRows: readonly string[];
  /** The call as it then stands; `undefined` where there is none (any more). */
  readonly after: { readonly call: KnownCall; readonly version: number } | undefined;
  /** What has to wait for the rest of the call. */
  readonly waiting: Waiting | undefined;
}

/** Parts that wait for the rest of a call. */
export interface Waiting {
  readonly end?: VersionedEnd;
  readonly name?: Name;
}

/** An end with the version of the row that it waits in. */
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
 * What becomes of a call when the writes of a flush meet what stands. `waiting` are its parts that
 * wait already, where nothing stands.
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
  // The name is kept beside the row while the call runs: another server that has seen the call
  // before would write the whole row without it.
  return name && !call.end ? { ...change, waiting: { name } } : change;
}

/** What becomes of a call when parts are found that waited for it; `undefined` where nothing. */
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

/** The parts of a call, the later ones in the place of the earlier; nothing without a start. */
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
  // The start time is part of the key: the row under the old one is taken away, one version lower,
  // so that by id the new row stands.
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

/** An end waits for its start. A name for a call that nobody knows has no effect. */
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
