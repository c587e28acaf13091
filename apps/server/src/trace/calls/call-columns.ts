import type { Trace } from "@heddle/types";
import { notAllowed } from "./call-fields.ts";

/** What of each call is to be read. */
export interface CallColumns {
  /** For `SELECT`. */
  readonly sql: string;
  /** Whether payloads are among them: then only rows that are answered are read whole. */
  readonly hasPayloads: boolean;
  has(name: string): boolean;
}

/** What is answered with a call beside its columns. */
export interface CallExtras {
  readonly feedback: boolean;
  readonly storageSize: boolean;
  readonly totalStorageSize: boolean;
  readonly userNames: boolean;
}

/** Members that every answer has, and what its derived summary is made of. */
const always: readonly string[] = [
  "id",
  "trace_id",
  "op_name",
  "started_at",
  "parent_id",
  "display_name",
  "ended_at",
  "status",
  "storage_bytes",
];
const light: readonly string[] = [
  "thread_id",
  "turn_id",
  "exception",
  "wb_user_id",
  "wb_run_id",
  "wb_run_step",
  "wb_run_step_end",
];
const payloads: readonly string[] = ["inputs", "output", "attributes", "summary"];

/** Names that may be asked for and need no column of their own. */
const others: readonly string[] = [
  "project_id",
  "deleted_at",
  "expire_at",
  "input_refs",
  "output_refs",
  "wb_username",
  "storage_size_bytes",
  "total_storage_size_bytes",
];
const known: ReadonlySet<string> = new Set([...always, ...light, ...payloads, ...others]);
const unasked: ReadonlySet<string> = new Set(["status", "storage_bytes"]);

/**
 * The columns that a projection comes to; of a path only its root counts.
 *
 * @throws Unprocessable for an unknown column.
 */
export function callColumns(asked: readonly string[] | null | undefined): CallColumns {
  if (!asked) return selection(new Set(known));
  const names = new Set(["id", "project_id", "trace_id", "op_name", "started_at"]);
  for (const path of asked) {
    const root = path.split(".", 1)[0] ?? "";
    if (!known.has(root) || unasked.has(root)) throw notAllowed(path);
    names.add(root);
  }
  if (names.has("summary")) for (const name of derivedFrom) names.add(name);
  return selection(names);
}

/** What a summary that is asked for brings with it. */
const derivedFrom: readonly string[] = ["ended_at", "exception", "display_name"];

function selection(names: ReadonlySet<string>): CallColumns {
  const columns = [...always, ...[...light, ...payloads].filter((name) => names.has(name))];
  return {
    sql: columns.join(", "),
    hasPayloads: payloads.some((name) => names.has(name)),
    has: (name) => names.has(name),
  };
}

/** The extras that a request asks for. */
export function callExtras(
  request: Pick<
    Trace.CallsQuery,
    "include_feedback" | "include_storage_size" | "include_total_storage_size" | "include_usernames"
  >,
): CallExtras {
  return {
    feedback: request.include_feedback ?? false,
    storageSize: request.include_storage_size ?? false,
    totalStorageSize: request.include_total_storage_size ?? false,
    userNames: request.include_usernames ?? false,
  };
}
