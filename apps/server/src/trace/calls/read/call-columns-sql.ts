import type { Trace } from "@heddle/types";
import { FieldNotAllowed } from "../../query/field-not-allowed.ts";
import { expandTree, type ExpandTree } from "../expand/expand-columns.ts";

/** The columns to read of each call. */
export interface CallColumns {
  /** For `SELECT`. */
  readonly sql: string;
  /** Whether the columns include payloads: then only rows of the answer are read whole. */
  readonly hasPayloads: boolean;
  has(name: string): boolean;
}

/** The parts of an answer besides the columns. */
export interface CallExtras {
  readonly feedback: boolean;
  readonly storageSize: boolean;
  readonly totalStorageSize: boolean;
  readonly userNames: boolean;
}

/** Members that every answer has, and the columns for its derived summary. */
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

/** Names that a request may give and that need no column. */
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

/** Columns that a requested summary, or requested costs, also need. */
const derivedFrom: readonly string[] = ["ended_at", "exception", "display_name"];

/**
 * The columns that a request expands, as a tree.
 *
 * @throws Unprocessable for an unknown column; InvalidInput for too many or too long paths.
 */
export function expandedColumns({
  expand_columns,
}: Pick<Trace.CallsQuery, "expand_columns">): ExpandTree {
  const tree = expandTree(expand_columns ?? []);
  for (const root of tree.keys()) {
    if (!known.has(root) || unasked.has(root)) throw new FieldNotAllowed(root);
  }
  return tree;
}

type Projection = Pick<Trace.CallsQuery, "columns" | "include_costs" | "include_usernames">;

/**
 * The columns that a request needs; of a path only its root counts.
 *
 * @throws Unprocessable for an unknown column.
 */
export function callColumns(request: Projection): CallColumns {
  const names = namesOf(request);
  const read = request.include_usernames ? new Set([...names, "wb_user_id"]) : names;
  const columns = [...always, ...[...light, ...payloads].filter((name) => read.has(name))];
  return {
    sql: columns.join(", "),
    hasPayloads: payloads.some((name) => names.has(name)),
    has: (name) => names.has(name),
  };
}

function namesOf({ columns, include_costs }: Projection): ReadonlySet<string> {
  if (!columns) return known;
  const names = new Set(["id", "project_id", "trace_id", "op_name", "started_at"]);
  for (const path of columns) {
    const root = path.split(".", 1)[0] ?? "";
    if (!known.has(root) || unasked.has(root)) throw new FieldNotAllowed(path);
    names.add(root);
  }
  if (names.has("summary") || include_costs) for (const name of derivedFrom) names.add(name);
  return names;
}

/** The extras that a request includes. */
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
