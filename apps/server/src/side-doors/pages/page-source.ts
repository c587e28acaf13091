import { serialise } from "@heddle/server-kit";
import type { Trace } from "@heddle/types";
import { Missing } from "../../refusals/refusal.ts";
import type { Calls } from "../../trace/calls/calls.ts";
import type { Objects } from "../../trace/objects/objects.ts";
import type { CallLine, CallView, ObjectView, PageSource } from "./views.ts";

/** Most calls in the list of a page. */
const maxListed = 100;
/** The columns that a list shows. They need no payload: status and latency are always derived. */
const lineColumns = ["op_name", "display_name", "started_at"];

/** Reads what the pages show from the domains. */
export function pageSource(calls: Calls, objects: Objects): PageSource {
  return {
    call: async (visit, id) => {
      const call = await calls.read(visit, visit.project, { id }, visit.signal);
      return call && callView(call);
    },
    childrenOf: (visit, id) =>
      lines(
        calls.query(
          visit,
          visit.project,
          {
            filter: { parent_ids: [id] },
            sort_by: [{ field: "started_at", direction: "asc" }],
            limit: maxListed,
            columns: lineColumns,
          },
          visit.signal,
        ),
      ),
    recentCalls: (visit) =>
      lines(
        calls.query(
          visit,
          visit.project,
          {
            sort_by: [{ field: "started_at", direction: "desc" }],
            limit: maxListed,
            columns: lineColumns,
          },
          visit.signal,
        ),
      ),
    object: async (visit, object_id, digest) => {
      try {
        const request = { object_id, digest };
        return objectView(await objects.read(visit, visit.project, request, visit.signal));
      } catch (error) {
        // A visitor sees no difference between a deleted version and one that never existed.
        if (error instanceof Missing) return undefined;
        throw error;
      }
    },
  };
}

async function lines(calls: AsyncIterable<Trace.Call>): Promise<readonly CallLine[]> {
  const found: CallLine[] = [];
  for await (const call of calls) found.push(callLine(call));
  return found;
}

function callLine(call: Trace.Call): CallLine {
  // Read the derived part from the summary object, not from the summary's text, which may be long.
  const { weave } = call.summary;
  return {
    id: call.id,
    opName: call.op_name,
    displayName: call.display_name,
    startedAt: call.started_at,
    status: weave?.status ?? "running",
    latencyMs: weave?.latency_ms ?? null,
  };
}

function callView(call: Trace.Call): CallView {
  return {
    ...callLine(call),
    traceId: call.trace_id,
    parentId: call.parent_id,
    threadId: call.thread_id,
    endedAt: call.ended_at,
    exception: call.exception,
    userName: call.wb_user_id,
    inputs: serialise(call.inputs),
    output: serialise(call.output),
    attributes: serialise(call.attributes),
    summary: serialise(call.summary),
  };
}

function objectView(version: Trace.ObjectVersion): ObjectView {
  return {
    objectId: version.object_id,
    digest: version.digest,
    versionIndex: version.version_index,
    isLatest: version.is_latest === 1,
    kind: version.kind,
    baseClass: version.base_object_class,
    createdAt: version.created_at,
    userName: version.wb_user_id,
    value: serialise(version.val),
  };
}
