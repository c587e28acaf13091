import type { ProjectId } from "../../../access/project-id.ts";
import {
  fitPayloads,
  maxPayloadBytes,
  payloadBytes,
  payloadMembers,
  type Payloads,
} from "./call-payload.ts";

/** What a call is known by: everything about one call meets here. */
export interface CallKey {
  readonly projectId: ProjectId;
  readonly id: string;
}

/** What one half of a call has said, written once for the row that the halves are joined to. */
export interface Part {
  /** Columns as members of a JSON object, without braces. */
  readonly members: string;
  readonly payloads: Payloads;
  /** Bytes of the payloads together. */
  readonly payloadBytes: number;
  /** Both as members, without braces. */
  readonly text: string;
}

/** The start of a call. */
export interface StartPart extends Part {
  /** As in the column; with the key it says where the row lies. */
  readonly startedAt: string;
  /** `undefined` where the start gave none. */
  readonly displayName: string | undefined;
}

/** The end of a call. */
export type EndPart = Part;

/** A display name with the time that says which of two stands. */
export interface Name {
  readonly text: string;
  /** In µs, and later than that of the name before; 0 for the name that the start gave. */
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

/** Writes a half of a call. What is too large for a row alone is replaced now. */
export function part(columns: StartColumns | EndColumns, payloads: Payloads): Part {
  const members = JSON.stringify(columns).slice(1, -1);
  const fitting = fitPayloads(payloads);
  return {
    members,
    payloads: fitting,
    payloadBytes: payloadBytes(fitting),
    text: members + payloadMembers(fitting),
  };
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
export function callRow(key: CallKey, { start, end, name }: KnownCall, version: number): string {
  const { text, bytes } = joined(start, end);
  return (
    `{${keyMembers(key, start.startedAt, version)},${text}` +
    `,"display_name":${JSON.stringify(name.text)},"named_at":${name.at},"storage_bytes":${bytes}}`
  );
}

function joined(start: StartPart, end: EndPart | undefined): { text: string; bytes: number } {
  if (!end) return { text: `${start.text},"status":"running"`, bytes: start.payloadBytes };
  const bytes = start.payloadBytes + end.payloadBytes;
  if (bytes <= maxPayloadBytes) return { text: `${start.text},${end.text}`, bytes };
  // Each half fits alone; of both together the largest payloads have to go.
  const payloads = fitPayloads({ ...start.payloads, ...end.payloads });
  const text = `${start.members},${end.members}${payloadMembers(payloads)}`;
  return { text, bytes: payloadBytes(payloads) };
}

/** The row that takes the place of a call which is deleted, or has moved to another start time. */
export function tombstoneRow(key: CallKey, startedAt: string, version: number): string {
  return `{${keyMembers(key, startedAt, version)},"is_deleted":1}`;
}

/** Bytes, or nearly, that a part holds in memory. */
export function partBytes({ text }: Part): number {
  return text.length + 200;
}

function keyMembers({ projectId, id }: CallKey, startedAt: string, version: number): string {
  return (
    `"project_id":${JSON.stringify(projectId)},"id":${JSON.stringify(id)}` +
    `,"started_at":"${startedAt}","version":${version}`
  );
}
