import type { FilledProject } from "./fill.ts";
import type { RecordedRequest } from "./recorded-folder.ts";

/** The fields of orders and queries, each with values to compare with. */
const fields: Readonly<Record<string, readonly unknown[]>> = {
  id: ["running", "日"],
  project_id: ["local/nasty"],
  trace_id: ["tree", "many"],
  parent_id: ["root", ""],
  thread_id: ["thread 1", "h3"],
  turn_id: ["root"],
  op_name: ["plain", "日本 É:*"],
  display_name: ["after that", "The root"],
  started_at: ["2026-01-15T10:00:03Z", 1767225600.123456, "2025-12-01"],
  ended_at: ["2026-01-15T10:00:01.500Z"],
  exception: ["boom", ""],
  wb_user_id: ["ada"],
  wb_run_id: ["local/p/r1"],
  wb_run_step: [0, Number.MAX_SAFE_INTEGER],
  wb_run_step_end: [-1, 9.5],
  deleted_at: ["2026-01-01"],
  expire_at: [0],
  "summary.weave.status": ["error", "success", "running", "descendant_error"],
  "summary.weave.latency_ms": [1500, -1],
  "summary.weave.trace_name": ["plain", "predict"],
};

const query = "/calls/stream_query";
const inOrder = { columns: ["id"] };
const members = ["id"];

const sizes = { include_storage_size: true, include_total_storage_size: true };
const extras = { include_costs: true, include_feedback: true, include_usernames: true };

/** Every call of a project, alone and in a list. */
export function callRequests({ project_id, callIds }: FilledProject): readonly RecordedRequest[] {
  const reads = callIds.map((id) => ({ project_id, id, ...sizes, include_costs: true }));
  return [
    { path: query, body: { project_id, ...sizes, ...extras } },
    ...reads.map((body) => ({ path: "/call/read", body })),
    { path: "/calls/query", body: { project_id, limit: 2 } },
  ];
}

/** Some members of calls. */
export function columnRequests(project_id: string): readonly RecordedRequest[] {
  return columns.map((some) => ({ path: query, body: { project_id, columns: some, limit: 12 } }));
}

/** Every order in both directions. */
export function orderRequests(project_id: string): readonly RecordedRequest[] {
  return Object.keys(fields).flatMap((field) =>
    (["asc", "desc"] as const).map((direction) =>
      selecting(project_id, { sort_by: [{ field, direction }] }),
    ),
  );
}

/** Pages of some orders, also from the middle and the end of many calls. */
export function pageRequests(project_id: string): readonly RecordedRequest[] {
  const byStart = [{ field: "started_at", direction: "desc" }];
  const byStatus = [{ field: "summary.weave.status", direction: "desc" }, ...byStart];
  const byThread = [{ field: "thread_id", direction: "asc" }];
  return [
    {},
    { limit: 0 },
    { limit: 7, offset: 7 },
    { offset: 60 },
    { offset: 1450 },
    { sort_by: byStart, limit: 11, offset: 13 },
    { sort_by: byStatus, limit: 9, offset: 5 },
    { sort_by: byThread, limit: 20, offset: 700 },
  ].map((body) => selecting(project_id, body));
}

/** Every member of the filter, with counts of the calls that match. */
export function filterRequests(project_id: string): readonly RecordedRequest[] {
  const bodies = filters(project_id).map((filter) => ({ filter }));
  return [
    ...bodies.map((body) => selecting(project_id, body)),
    ...[{}, { limit: 3 }, { limit: 0 }, ...bodies].map((body) => {
      const stats = { project_id, include_total_storage_size: true, ...body };
      return { path: "/calls/query_stats", body: stats };
    }),
  ];
}

/** Every field of queries, with several operators. */
export function queryRequests(project_id: string): readonly RecordedRequest[] {
  return queries().map((body) => selecting(project_id, body));
}

function selecting(project_id: string, body: object): RecordedRequest {
  return { path: query, body: { project_id, ...inOrder, limit: 100, ...body }, members };
}

const columns: readonly (readonly string[])[] = [
  [],
  ["inputs"],
  ["output.deep.path", "display_name"],
  ["summary"],
  ["attributes", "exception", "ended_at", "wb_run_step"],
  ["thread_id", "turn_id", "parent_id", "wb_user_id", "wb_run_id", "wb_run_step_end"],
];

function filters(project_id: string): readonly object[] {
  const ref = (text: string): string => `weave:///${project_id}/${text}`;
  return [
    { op_names: ["plain", "日本 É:*", "none"] },
    { op_names: [ref("op/predict:*")] },
    { op_names: ["it's \\ a {name:String}"] },
    { op_names: ["op 1", "op 12"] },
    { input_refs: [ref("object/prompt:*"), ref("op/predict:*")] },
    { output_refs: [ref("op/predict:*")] },
    { parent_ids: ["root", "root.a", "not here"] },
    { trace_ids: ["tree", "deleted tree", "t5"] },
    { call_ids: ["running", "deleted", "end without a start", "\ud800 lone", `'"\\ %?#/é😀`] },
    { thread_ids: ["thread 1", "thread 2", "h1"] },
    { thread_ids: [] },
    { turn_ids: ["root"] },
    { turn_ids: [] },
    { wb_user_ids: ["ada", "nobody"] },
    { wb_run_ids: ["local/p/r1", "local/p/r2"] },
    { trace_roots_only: true },
    { trace_roots_only: true, thread_ids: ["thread 1"], op_names: [ref("op/predict:*")] },
  ];
}

function queries(): readonly object[] {
  const one = ([field, values]: readonly [string, readonly unknown[]]): object[] => {
    const get = { $getField: field };
    const [first] = values;
    return [
      ...values.map((value) => ({ $eq: [get, { $literal: value }] })),
      { $gt: [get, { $literal: first }] },
      { $eq: [get, { $literal: null }] },
      { $not: [{ $in: [get, [{ $literal: first }]] }] },
    ];
  };
  const status = { $getField: "summary.weave.status" };
  const running = { $eq: [status, { $literal: "running" }] };
  const substr = { $literal: "É" };
  const startedAt = { $convert: { input: { $getField: "started_at" }, to: "string" } };
  const operations = [
    ...Object.entries(fields).flatMap(one),
    ...["op_name", "display_name", "exception"].map((field) => {
      return { $contains: { input: { $getField: field }, substr, case_insensitive: true } };
    }),
    { $contains: { input: startedAt, substr: { $literal: ".123456Z" } } },
    { $and: [{ $convert: { input: { $getField: "turn_id" }, to: "exists" } }] },
    { $gt: [{ $size: { $getField: "input_refs" } }, { $literal: 1 }] },
    { $eq: [{ $size: { $getField: "output_refs" } }, { $literal: 0 }] },
    { $lt: [{ $getField: "ended_at" }, { $getField: "started_at" }] },
    { $and: [running, { $or: [{ $eq: [{ $getField: "wb_run_step" }, { $literal: 1 }] }] }] },
  ];
  return operations.map(($expr) => ({ query: { $expr } }));
}
