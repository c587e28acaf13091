import { rawText } from "@heddle/server-kit";
import type { Trace } from "@heddle/types";
import { InvalidInput, OverLimit } from "../../../refusals/refusal.ts";
import type { RequestProjects } from "../../../access/request-projects.ts";
import { columnText } from "../../instant.ts";
import { statusOf } from "../record/call.ts";
import { type EndPart, type Part, part, type StartPart } from "../record/part.ts";
import {
  maxPayloadBytes,
  memberText,
  payload,
  type PayloadName,
  type Payloads,
  tooLargePayload,
} from "../record/call-payload.ts";
import { scanText } from "../record/leaves/compact-text.ts";
import { collectRefs, externalString, externalText } from "../record/call-refs.ts";
import { moment } from "../record/moment.ts";

type Start = Omit<Trace.CallStart, "id" | "project_id">;
type End = Omit<Trace.CallEnd, "id" | "project_id" | "trace_id" | "started_at">;

/**
 * Checks the start of a call from a request, and makes its part for the store.
 *
 * @throws InvalidInput for a value that its column cannot hold, OverLimit for more text than a row
 * can hold.
 */
export function startPart(
  start: Start,
  traceId: string,
  userName: string,
  projects: RequestProjects,
): StartPart {
  const columns = {
    trace_id: traceId,
    parent_id: text(start.parent_id),
    thread_id: text(start.thread_id),
    turn_id: text(start.turn_id),
    op_name: externalString(text(start.op_name), projects),
    wb_user_id: userName,
    wb_run_id: text(start.wb_run_id),
    wb_run_step: step(start.wb_run_step, "wb_run_step"),
    input_refs: refsIn(start, "inputs", projects),
  };
  return {
    startedAt: columnText(moment(start.started_at, "started_at")),
    displayName: start.display_name?.toWellFormed(),
    ...checked(part(columns, payloadsOf(start, ["inputs", "attributes", "otel_dump"], projects))),
  };
}

/** The end of a call; see {@link startPart}. */
export function endPart(end: End, projects: RequestProjects): EndPart {
  const exception =
    end.exception === undefined || end.exception === null ? null : text(end.exception);
  const columns = {
    ended_at: columnText(moment(end.ended_at, "ended_at")),
    exception,
    wb_run_step_end: step(end.wb_run_step_end, "wb_run_step_end"),
    output_refs: refsIn(end, "output", projects),
    status: statusOf(exception, end.summary),
  };
  return checked(part(columns, payloadsOf(end, ["output", "summary"], projects)));
}

function payloadsOf<Owner extends object>(
  owner: Owner,
  names: readonly (keyof Owner & PayloadName)[],
  projects: RequestProjects,
): Payloads {
  const payloads: { -readonly [Name in keyof Payloads]: Payloads[Name] } = {};
  for (const name of names) {
    const json = memberText(owner, name);
    if (json === undefined) continue;
    const compact = scanText(json);
    // In external form a ref gets shorter, but by less than half.
    if (compact.text.length > 2 * maxPayloadBytes) {
      payloads[name] = tooLargePayload(name);
      continue;
    }
    const external = externalText(compact.text, projects);
    // A value that came without a text may hold texts of its own, so its text is read again.
    const isAtHand = external === compact.text && rawText(owner, name) !== undefined;
    const stored = external === compact.text ? compact : scanText(external);
    payloads[name] = payload(name, stored, isAtHand ? owner[name] : undefined);
  }
  return payloads;
}

function refsIn<Owner extends object>(
  owner: Owner,
  name: keyof Owner & PayloadName,
  projects: RequestProjects,
): string[] {
  const json = memberText(owner, name);
  return json === undefined ? [] : collectRefs(json, maxPayloadBytes, projects);
}

/** Text for a column, which cannot hold a lone surrogate. */
function text(value: string | null | undefined): string {
  return value?.toWellFormed() ?? "";
}

function step(value: number | null | undefined, member: string): number | null {
  if (value === undefined || value === null) return null;
  if (Number.isSafeInteger(value)) return value;
  throw new InvalidInput(`${member} must be a whole number between -(2^53 - 1) and 2^53 - 1.`);
}

function checked(half: Part): Part {
  if (half.columnsLength <= maxPayloadBytes) return half;
  throw new OverLimit(
    `The exception, names and refs of the call have more than ${maxPayloadBytes} bytes together. ` +
      "Shorten them.",
  );
}
