import fc from "fast-check";
import type { ProjectId } from "../../../access/project-id.ts";
import { columnText } from "../../instant.ts";
import { stepsOf } from "../../query/field-path.ts";
import type { Item } from "../../query/testing/evaluate.ts";
import { type Json, readJson } from "../../query/testing/json-document.ts";
import { PayloadValue } from "../../query/testing/payload-value.ts";
import { Moment, type Value } from "../../query/testing/values.ts";
import { rowText } from "../../../store/traces/row.ts";
import { callRow } from "../record/call.ts";
import { payload, type Payloads } from "../record/call-payload.ts";
import { scanText } from "../record/leaves/compact-text.ts";
import { part } from "../record/part.ts";
import { jsonTexts } from "./json-texts.ts";

const payloadNames = ["inputs", "output", "attributes", "summary"] as const;

/** A call for a test of queries: its members and the JSON texts of its payloads. */
export interface PayloadCall {
  readonly inputs: string;
  readonly attributes: string;
  readonly output: string | undefined;
  readonly summary: string | undefined;
  /** Whether its row is from before the columns of leaves. */
  readonly isOld: boolean;
  readonly op_name: string;
  readonly display_name: string;
  readonly parent_id: string;
  readonly exception: string | null;
  readonly wb_run_step: number | null;
  readonly startedUs: number;
  readonly latencyUs: number | undefined;
  readonly input_refs: readonly string[];
}

const day = Date.UTC(2026, 0, 1) * 1000;

/** Calls with payloads of any shape. */
export const payloadCalls: fc.Arbitrary<PayloadCall> = fc
  .constantFrom(false, false, false, true)
  .chain((isOld) => {
    const json = (isObject: boolean): fc.Arbitrary<string> =>
      jsonTexts(isOld ? "plain" : "odd", isObject);
    return fc.record({
      inputs: json(true),
      attributes: json(true),
      output: fc
        .option(json(false), { nil: undefined })
        .map((text) => (text?.trim() === "null" ? undefined : text)),
      summary: fc.option(json(true), { nil: undefined }),
      isOld: fc.constant(isOld),
      op_name: fc.constantFrom("op", "weave:///acme/p/op/f:v1", "5", "é"),
      display_name: fc.constantFrom("", "Shown", "7.5"),
      parent_id: fc.constantFrom("", "", "p"),
      exception: fc.constantFrom(null, null, "", "Boom Σ"),
      wb_run_step: fc.constantFrom(null, 0, 5, 2 ** 53 - 1),
      startedUs: fc.constantFrom(day, day + 1, day + 1_500_000),
      latencyUs: fc.constantFrom(undefined, 0, 1_999, 2_500_000),
      input_refs: fc.constantFrom([], ["weave:///acme/p/object/x:v1"]),
    });
  });

/** The row of a call, written as the server writes it; an old row has only its texts. */
export function rowOf(call: PayloadCall, projectId: ProjectId, id: string): string {
  const key = { projectId, id };
  const ended_at = endOf(call);
  const startColumns = {
    trace_id: `trace of ${id}`,
    parent_id: call.parent_id,
    thread_id: "",
    turn_id: "",
    op_name: call.op_name,
    wb_user_id: "user",
    wb_run_id: "",
    wb_run_step: call.wb_run_step,
    input_refs: call.input_refs,
  };
  const endColumns = {
    ended_at: columnText(ended_at ?? 0),
    exception: call.exception,
    wb_run_step_end: null,
    output_refs: [],
    status: "success" as const,
  };
  const startedAt = columnText(call.startedUs);
  if (call.isOld) {
    const texts = Object.fromEntries(payloadNames.map((name) => [name, textOf(call, name) ?? ""]));
    const end = ended_at === undefined ? { status: "running" } : endColumns;
    return JSON.stringify({
      project_id: projectId,
      id,
      started_at: startedAt,
      version: 1,
      display_name: call.display_name,
      ...startColumns,
      ...end,
      ...texts,
    });
  }
  const start = part(startColumns, payloadsOf(call, ["inputs", "attributes"]));
  const end =
    ended_at === undefined ? undefined : part(endColumns, payloadsOf(call, ["output", "summary"]));
  const name = { text: call.display_name, at: 0 };
  const known = { start: { ...start, startedAt, displayName: undefined }, end, name };
  return rowText(callRow(key, known, 1));
}

/** The call as the evaluator sees it; `cut` is that column of its row. */
export function itemOf(call: PayloadCall, id: string, cut: string): Item {
  const ended = endOf(call);
  const name = /^weave:\/\/\/.*\/op\/(.*):/.exec(call.op_name)?.[1] ?? call.op_name;
  const fields: Record<string, Value> = {
    id,
    parent_id: call.parent_id === "" ? null : call.parent_id,
    op_name: call.op_name,
    display_name: call.display_name === "" ? null : call.display_name,
    started_at: new Moment(call.startedUs),
    ended_at: ended === undefined ? null : new Moment(ended),
    exception: ended === undefined ? null : call.exception,
    wb_run_step: call.wb_run_step,
    deleted_at: null,
    input_refs: call.input_refs,
    "summary.weave.status": ended === undefined ? "running" : "success",
    "summary.weave.latency_ms":
      call.latencyUs === undefined ? null : Math.trunc(call.latencyUs / 1000),
    "summary.weave.trace_name": call.display_name === "" ? name : call.display_name,
  };
  const payloads = new Map<string, Json>();
  for (const root of payloadNames) {
    const text = textOf(call, root);
    if (text !== undefined) payloads.set(root, readJson(text));
  }
  const isStored = cut !== oldCut;
  return (path) => {
    if (Object.hasOwn(fields, path)) return fields[path]!;
    const [root = "", ...steps] = stepsOf(path);
    return new PayloadValue(payloads.get(root), steps, isStored);
  };
}

const oldCut = "\u007finputs\u007foutput\u007fattributes\u007fsummary\u007f";

function endOf({ latencyUs, startedUs }: PayloadCall): number | undefined {
  return latencyUs === undefined ? undefined : startedUs + latencyUs;
}

/** A call without an end has neither output nor summary. */
function textOf(call: PayloadCall, name: (typeof payloadNames)[number]): string | undefined {
  const isOfEnd = name === "output" || name === "summary";
  return isOfEnd && call.latencyUs === undefined ? undefined : call[name];
}

function payloadsOf(call: PayloadCall, of: readonly (typeof payloadNames)[number][]): Payloads {
  return Object.fromEntries(
    of.flatMap((name) => {
      const text = call[name];
      return text === undefined ? [] : [[name, payload(name, scanText(text))]];
    }),
  );
}
