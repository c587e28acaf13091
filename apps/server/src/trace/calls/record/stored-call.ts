import type { KnownCall, Name } from "./call.ts";
import { storedPayloads } from "./call-payload.ts";
import { type EndColumns, type EndPart, part, type StartColumns } from "./part.ts";

/** Columns that hold a start, for `SELECT`. */
export const startColumns: string =
  "trace_id, parent_id, thread_id, turn_id, op_name, wb_user_id, wb_run_id, wb_run_step, input_refs";
/** Columns that hold an end. */
export const endColumns: string = "ended_at, exception, wb_run_step_end, output_refs, status";
/** Columns that hold a name. */
export const nameColumns: string = "display_name, named_at";

/** The columns of a name in a row. */
export interface NameRow {
  readonly display_name: string;
  readonly named_at: number;
}

/** The columns of an end in a row. */
export interface EndRow extends Omit<EndColumns, "ended_at"> {
  readonly ended_at: string | null;
  readonly output: string;
  readonly summary: string;
}

/** All columns of a call in a row. */
export interface StoredRow extends StartColumns, EndRow, NameRow {
  readonly started_at: string;
  readonly inputs: string;
  readonly attributes: string;
  readonly otel_dump: string;
}

/** Reads a call from its row. */
export function knownCall(row: StoredRow): KnownCall {
  const start: StartColumns = {
    trace_id: row.trace_id,
    parent_id: row.parent_id,
    thread_id: row.thread_id,
    turn_id: row.turn_id,
    op_name: row.op_name,
    wb_user_id: row.wb_user_id,
    wb_run_id: row.wb_run_id,
    wb_run_step: row.wb_run_step,
    input_refs: row.input_refs,
  };
  return {
    start: {
      startedAt: row.started_at,
      displayName: undefined,
      ...part(start, storedPayloads(row, ["inputs", "attributes", "otel_dump"])),
    },
    end: row.ended_at === null ? undefined : endOf(row),
    name: nameOf(row),
  };
}

/** Reads an end from a row. */
export function endOf(row: EndRow): EndPart {
  const end: EndColumns = {
    ended_at: row.ended_at ?? "",
    exception: row.exception,
    wb_run_step_end: row.wb_run_step_end,
    output_refs: row.output_refs,
    status: row.status,
  };
  return part(end, storedPayloads(row, ["output", "summary"]));
}

/** Reads a name from a row. */
export function nameOf(row: NameRow): Name {
  return { text: row.display_name, at: row.named_at };
}
