import type { ProjectId } from "../../../access/project-id.ts";
import type { Row } from "../../../store/traces/row.ts";
import { callFacts } from "./leaves/payload-facts.ts";
import { type CallStatus, type EndPart, joined, type StartPart } from "./part.ts";

/** Identifies a call. */
export interface CallKey {
  readonly projectId: ProjectId;
  readonly id: string;
}

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

/** The row of a call. */
export function callRow(key: CallKey, { start, end, name }: KnownCall, version: number): Row {
  const { texts, cut, readable, hasSummary, bytes } = joined(start, end);
  const status = end ? "" : ',"status":"running"';
  return [
    `{${keyMembers(key, start.startedAt, version)}`,
    ...texts,
    `${callFacts({ cut, readable }, hasSummary)}${status}` +
      `,"display_name":${JSON.stringify(name.text)},"named_at":${name.at},"storage_bytes":${bytes}}`,
  ];
}

/** The row that replaces a deleted call, or the old row of a call with a new start time. */
export function tombstoneRow(key: CallKey, startedAt: string, version: number): string {
  const facts = callFacts({ cut: "", readable: "" }, false);
  return `{${keyMembers(key, startedAt, version)}${facts},"is_deleted":1}`;
}

function keyMembers({ projectId, id }: CallKey, startedAt: string, version: number): string {
  return (
    `"project_id":${JSON.stringify(projectId)},"id":${JSON.stringify(id)}` +
    `,"started_at":"${startedAt}","version":${version}`
  );
}
