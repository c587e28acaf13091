import type { ProjectName } from "../../../access/project-id.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import { FieldNotAllowed } from "../../query/field-not-allowed.ts";
import type { Field } from "../../query/expression.ts";
import type { Parameters } from "../../query/parameters.ts";
import { traceNameSql } from "../record/trace-name.ts";

const never = "CAST(NULL, 'Nullable(DateTime64(6, \\'UTC\\'))')";
const latencyUs = "toUnixTimestamp64Micro(ended_at) - toUnixTimestamp64Micro(started_at)";

/** The columns hold empty text for an absent value. */
function optional(column: string): Field {
  return { sql: `nullIf(${column}, '')`, type: "string", isNullable: true };
}

function required(column: string): Field {
  return { sql: column, type: "string", isNullable: false };
}

/** The fields of a call that have a column or are derived from columns. */
const fields: Readonly<Record<string, Field>> = {
  id: required("id"),
  trace_id: required("trace_id"),
  parent_id: optional("parent_id"),
  thread_id: optional("thread_id"),
  turn_id: optional("turn_id"),
  op_name: required("op_name"),
  display_name: optional("display_name"),
  started_at: { sql: "started_at", type: "instant", isNullable: false },
  ended_at: { sql: "ended_at", type: "instant", isNullable: true },
  exception: { sql: "exception", type: "string", isNullable: true },
  wb_user_id: required("wb_user_id"),
  wb_run_id: optional("wb_run_id"),
  wb_run_step: { sql: "wb_run_step", type: "number", isNullable: true },
  wb_run_step_end: { sql: "wb_run_step_end", type: "number", isNullable: true },
  deleted_at: { sql: never, type: "instant", isNullable: true },
  expire_at: { sql: never, type: "instant", isNullable: true },
  input_refs: { sql: "input_refs", type: "strings", isNullable: false },
  output_refs: { sql: "output_refs", type: "strings", isNullable: false },
  "summary.weave.status": required("status"),
  "summary.weave.latency_ms": {
    sql: `intDiv(${latencyUs}, 1000)`,
    type: "number",
    isNullable: true,
  },
  "summary.weave.trace_name": {
    sql: `if(display_name != '', display_name, ${traceNameSql})`,
    type: "string",
    isNullable: false,
  },
};

const dynamicRoots: ReadonlySet<string> = new Set(["inputs", "output", "attributes", "summary"]);

/**
 * Finds the fields of calls for one statement. The columns hold the internal id of the project,
 * while a query names the project as clients do; so the name is a parameter.
 */
export function callFields(project: ProjectName, parameters: Parameters): (path: string) => Field {
  return (path) =>
    path === "project_id"
      ? { sql: parameters.add(project, "String"), type: "string", isNullable: false }
      : callField(path);
}

/**
 * @throws FieldNotAllowed for a field that calls do not have, InvalidInput for a field that queries
 * do not support yet.
 */
export function callField(path: string): Field {
  if (Object.hasOwn(fields, path)) return fields[path]!;
  if (path === "summary.weave" || path.startsWith("summary.weave."))
    throw new FieldNotAllowed(path);
  if (dynamicRoots.has(path.split(".", 1)[0] ?? "")) throw notYet(path);
  if (/^feedback\.\[[^\]]+\]\../.test(path)) throw notYet(path);
  if (path === "annotation_queue_items.queue_id") throw notYet(path);
  throw new FieldNotAllowed(path);
}

function notYet(path: string): InvalidInput {
  return new InvalidInput(
    `Field ${shortened(path)} is not supported in queries and orders yet: they take the members ` +
      "of a call outside of inputs, output, attributes and summary, and summary.weave.status, " +
      "summary.weave.latency_ms and summary.weave.trace_name.",
  );
}

function shortened(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path;
}
