import { fitPayloads, payloadBytes, payloadMembers, type Payloads } from "./call-payload.ts";

/** What a call is known by: everything about one call meets here. */
export interface CallKey {
  /** Internal id. */
  readonly projectId: string;
  readonly id: string;
}

/** What the start of a call has said. */
export interface StartPart {
  /** As in the column; with the key it says where the row lies. */
  readonly startedAt: string;
  /** `undefined` where the start gave none. */
  readonly displayName: string | undefined;
  /** Columns as members of a JSON object, without braces. */
  readonly members: string;
  readonly payloads: Payloads;
}

/** What the end of a call has said. */
export interface EndPart {
  readonly members: string;
  readonly payloads: Payloads;
}

/** A display name with the time of writing, in µs. */
export interface Name {
  readonly text: string;
  /** 0 for the name that the start gave. */
  readonly at: number;
}

/** A call as far as it is known. */
export interface KnownCall {
  readonly start: StartPart;
  readonly end: EndPart | undefined;
  readonly name: Name;
}

/** The columns that a start fills, beside its key, its name and its payloads. */
export interface StartColumns {
  readonly trace_id: string;
  readonly parent_id: string;
  readonly thread_id: string;
  readonly turn_id: string;
  readonly op_name: string;
  readonly wb_user_id: string;
  readonly wb_run_id: string;
  readonly wb_run_step: number | string | null;
  readonly input_refs: readonly string[];
}

/** The columns that an end fills, beside its payloads. */
export interface EndColumns {
  readonly ended_at: string;
  readonly exception: string | null;
  readonly wb_run_step_end: number | string | null;
  readonly output_refs: readonly string[];
  readonly status: CallStatus;
}

export type CallStatus = "success" | "error" | "running" | "descendant_error";

/** Columns as the members of a row, without braces: parts are put together as text. */
export function members(columns: StartColumns | EndColumns): string {
  return JSON.stringify(columns).slice(1, -1);
}

/**
 * What became of a call that has ended: its own failure first, then failures below it.
 *
 * `summary` is what the client reported.
 */
export function statusOf(exception: string | null, summary: unknown): CallStatus {
  if (exception) return "error";
  const counts = (summary as { status_counts?: { error?: unknown } | null } | null)?.status_counts;
  return typeof counts?.error === "number" && counts.error > 0 ? "descendant_error" : "success";
}

/**
 * The name that stands: the latest that was given to the call itself, else the one that its latest
 * start gave. So a start that arrives again does not undo a rename.
 */
export function standingName(earlier: Name | undefined, later: Name | undefined): Name {
  if (!later) return earlier ?? { text: "", at: 0 };
  return earlier && earlier.at > later.at ? earlier : later;
}

/** The row of a call, as text of one JSON object. */
export function callRow(key: CallKey, call: KnownCall, version: number): string {
  const { start, end, name } = call;
  const payloads = fitPayloads({ ...start.payloads, ...end?.payloads });
  return (
    `{${keyMembers(key, start.startedAt, version)},${start.members}` +
    `,${end?.members ?? '"status":"running"'}` +
    `,"display_name":${JSON.stringify(name.text)},"named_at":${name.at}` +
    `,"storage_bytes":${payloadBytes(payloads)}${payloadMembers(payloads)}}`
  );
}

/** The row that takes the place of a call which is deleted, or has moved to another start time. */
export function tombstoneRow(key: CallKey, startedAt: string, version: number): string {
  return `{${keyMembers(key, startedAt, version)},"is_deleted":1}`;
}

/** Bytes, or nearly, that a part holds in memory. */
export function partBytes(part: StartPart | EndPart): number {
  return part.members.length + payloadBytes(part.payloads) + 200;
}

function keyMembers({ projectId, id }: CallKey, startedAt: string, version: number): string {
  return (
    `"project_id":${JSON.stringify(projectId)},"id":${JSON.stringify(id)}` +
    `,"started_at":"${startedAt}","version":${version}`
  );
}
