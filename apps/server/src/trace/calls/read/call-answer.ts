import { json } from "@heddle/server-kit";
import type { Trace } from "@heddle/types";
import type { ProjectName } from "../../../access/project-id.ts";
import { wireText } from "../../instant.ts";
import type { CallColumns, CallExtras } from "./call-columns-sql.ts";
import { AnsweredSummary, type SummaryFacts } from "../record/call-summary.ts";

/** A row of calls for an answer; columns that were not requested are absent. */
export interface CallRow extends SummaryFacts {
  readonly id: string;
  readonly trace_id: string;
  readonly parent_id: string;
  readonly storage_bytes: number;
  readonly thread_id?: string;
  readonly turn_id?: string;
  readonly exception?: string | null;
  readonly wb_user_id?: string;
  readonly wb_run_id?: string;
  readonly wb_run_step?: number | null;
  readonly wb_run_step_end?: number | null;
  readonly inputs?: string;
  readonly output?: string;
  readonly attributes?: string;
  readonly summary?: string;
}

/** The facts besides the row that an answer needs. */
export interface AnswerFacts {
  readonly project: ProjectName;
  readonly columns: CallColumns;
  readonly extras: CallExtras;
  /** The user name of the sender. */
  readonly userName: string;
  /** Sizes of whole traces in bytes, by trace id. */
  readonly traceBytes: ReadonlyMap<string, number>;
}

/**
 * Makes the answer for a call; its payloads are the stored texts. `feedback` is absent if the answer
 * shows none.
 */
export function callAnswer(
  row: CallRow,
  facts: AnswerFacts,
  feedback?: readonly Trace.CallFeedback[],
): Trace.Call {
  const { columns, extras } = facts;
  const asked = <T>(name: string, value: T): T | null => (columns.has(name) ? value : null);
  const summary: unknown = new AnsweredSummary(row.summary ?? "", row, feedback);
  return {
    id: row.id,
    project_id: facts.project,
    op_name: row.op_name,
    display_name: asked("display_name", present(row.display_name)),
    trace_id: row.trace_id,
    parent_id: asked("parent_id", present(row.parent_id)),
    thread_id: present(row.thread_id),
    turn_id: present(row.turn_id),
    started_at: wireText(row.started_at),
    attributes: json(row.attributes || "{}"),
    inputs: json(row.inputs || "{}"),
    ended_at: row.ended_at === null ? null : asked("ended_at", wireText(row.ended_at)),
    exception: row.exception ?? null,
    output: json(row.output || "null"),
    summary: summary as Trace.CallSummary,
    wb_user_id: asked("wb_user_id", present(row.wb_user_id)),
    ...(extras.userNames && { wb_username: userName(row, facts) }),
    wb_run_id: present(row.wb_run_id),
    wb_run_step: row.wb_run_step ?? null,
    wb_run_step_end: row.wb_run_step_end ?? null,
    deleted_at: null,
    expire_at: null,
    storage_size_bytes: extras.storageSize ? row.storage_bytes : null,
    total_storage_size_bytes: facts.traceBytes.get(rootTrace(row)) ?? null,
  };
}

/** The trace id of a root call; empty for other calls. */
export function rootTrace({ parent_id, trace_id }: CallRow): string {
  return parent_id === "" ? trace_id : "";
}

/** Keys have no readable names yet, so only the sender's own name is known. */
function userName({ wb_user_id }: CallRow, facts: AnswerFacts): string | null {
  return wb_user_id === facts.userName ? facts.userName : null;
}

function present(text: string | undefined): string | null {
  return text || null;
}
