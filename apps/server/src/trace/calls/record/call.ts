import type { ProjectId } from "../../../access/project-id.ts";
import {
  derivedMembers,
  factsLength,
  fitPayloads,
  maxPayloadBytes,
  payloadBytes,
  payloadMembers,
  type Payloads,
} from "./call-payload.ts";

/** Identifies a call. */
export interface CallKey {
  readonly projectId: ProjectId;
  readonly id: string;
}

/** One half of a call, already in the form for the row that joins both halves. */
export interface Part {
  /** Columns as members of a JSON object, without braces. */
  readonly members: string;
  readonly payloads: Payloads;
  /** Bytes of the payloads together. */
  readonly payloadBytes: number;
  /** Columns and payloads as members, without braces. */
  readonly text: string;
}

/** The start of a call. */
export interface StartPart extends Part {
  /** The start time as in its column; with the key it gives the place of the row. */
  readonly startedAt: string;
  /** `undefined` if the start gave none. */
  readonly displayName: string | undefined;
}

/** The end of a call. */
export type EndPart = Part;

/** A display name and its time: of two names, the later wins. */
export interface Name {
  readonly text: string;
  /** In µs, and later than the time of the name before; 0 for the name in the start. */
  readonly at: number;
}

/** The known parts of a call. */
export interface KnownCall {
  readonly start: StartPart;
  readonly end: EndPart | undefined;
  readonly name: Name;
}

/** The columns of a start besides its key, its name and its payloads. */
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

/** The columns of an end besides its payloads. */
export interface EndColumns {
  readonly ended_at: string;
  readonly exception: string | null;
  readonly wb_run_step_end: number | string | null;
  readonly output_refs: readonly string[];
  readonly status: CallStatus;
}

export type CallStatus = "success" | "error" | "running" | "descendant_error";

/** Makes a half of a call. A payload that alone is too large for a row is replaced. */
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
 * The status of an ended call: its own failure first, then failures below it.
 *
 * `summary` is the client's own summary.
 */
export function statusOf(exception: string | null, summary: unknown): CallStatus {
  if (exception) return "error";
  const counts = (summary as { status_counts?: { error?: unknown } | null } | null)?.status_counts;
  return typeof counts?.error === "number" && counts.error > 0 ? "descendant_error" : "success";
}

/**
 * The current name: the latest that was given to the call itself, otherwise the name in its latest
 * start. So a repeated start does not undo a rename.
 */
export function standingName(earlier: Name | undefined, later: Name | undefined): Name {
  if (!later) return earlier ?? { text: "", at: 0 };
  return earlier && earlier.at > later.at ? earlier : later;
}

/** The row of a call as the text of a JSON object. */
export function callRow(key: CallKey, { start, end, name }: KnownCall, version: number): string {
  const { text, bytes } = joined(start, end);
  return (
    `{${keyMembers(key, start.startedAt, version)},${text}` +
    `,"display_name":${JSON.stringify(name.text)},"named_at":${name.at},"storage_bytes":${bytes}}`
  );
}

function joined(start: StartPart, end: EndPart | undefined): { text: string; bytes: number } {
  if (!end) {
    const text = `${start.text}${derivedMembers(start.payloads)},"status":"running"`;
    return { text, bytes: start.payloadBytes };
  }
  const payloads = { ...start.payloads, ...end.payloads };
  const bytes = start.payloadBytes + end.payloadBytes;
  if (bytes <= maxPayloadBytes) {
    return { text: `${start.text},${end.text}${derivedMembers(payloads)}`, bytes };
  }
  // Each half fits alone; together they may not, and then the largest payloads are replaced.
  const fitting = fitPayloads(payloads);
  const columns = `${start.members},${end.members}`;
  const text = `${columns}${payloadMembers(fitting)}${derivedMembers(fitting)}`;
  return { text, bytes: payloadBytes(fitting) };
}

/** The row that replaces a deleted call, or the old row of a call with a new start time. */
export function tombstoneRow(key: CallKey, startedAt: string, version: number): string {
  return `{${keyMembers(key, startedAt, version)}${derivedMembers({})},"is_deleted":1}`;
}

/** About the number of bytes that a part takes in memory. */
export function partBytes({ text, payloads }: Part): number {
  return text.length + factsLength(payloads) + 200;
}

function keyMembers({ projectId, id }: CallKey, startedAt: string, version: number): string {
  return (
    `"project_id":${JSON.stringify(projectId)},"id":${JSON.stringify(id)}` +
    `,"started_at":"${startedAt}","version":${version}`
  );
}
