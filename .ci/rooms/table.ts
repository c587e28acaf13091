/** The folders that the files of a folder may import from beside their own. */
export type Row = readonly string[] | "everything";

/** Rows by folder of the server. `trace/*` is the row of each folder in `trace` without its own. */
export type Rooms = Readonly<Record<string, Row>>;

const everyStore = ["store", "store/records", "store/traces", "store/blobs"];

/** The ground of a resource of the trace service; a row adds the resources that it knows. */
const resource = [
  "access",
  "budgets",
  "config",
  "refusals",
  "trace",
  "trace/digests",
  "trace/json-text",
  "trace/query",
  "trace/statistics",
  ...everyStore,
  "store/traces/tables",
];

/**
 * Who may import whom inside `apps/server/src`. The deepest folder that is named here is a file's
 * room; tests, and what only they use, may import everything. A new resource under `trace` needs a row
 * only if it knows other resources.
 */
export const rooms: Rooms = {
  cli: "everything",
  composition: "everything",

  refusals: [],
  access: ["config", "refusals", "store/records"],
  budgets: [],
  config: [],
  "data-folder": [],
  store: [],
  "store/blobs": ["store"],
  "store/records": ["data-folder", "store"],
  "store/traces": ["budgets", "config", "store", "store/traces/embedded", "store/traces/tables"],
  "store/traces/embedded": ["store", "store/traces"],
  "store/traces/tables": [],

  "http/html": [],
  "http/reference": ["http/html"],
  http: [
    "access",
    "budgets",
    "config",
    "http/html",
    "http/reference",
    "refusals",
    "store",
    "store/blobs",
  ],

  trace: ["http"],
  "trace/*": resource,
  "trace/digests": ["access", "budgets", "config", "refusals", "trace/json-text"],
  "trace/json-text": ["budgets", "config", "refusals"],
  "trace/query": ["access", "config", "refusals", "store/traces", "trace", "trace/json-text"],
  "trace/calls": [
    ...resource,
    "trace/calls/aggregate",
    "trace/calls/read",
    "trace/calls/record",
    "trace/calls/write",
    "trace/refs",
  ],
  "trace/calls/aggregate": [
    ...resource,
    "trace/calls/expand",
    "trace/calls/read",
    "trace/calls/record",
  ],
  "trace/calls/expand": [...resource, "trace/calls/record", "trace/refs"],
  "trace/calls/feedback": [...resource, "trace/calls/expand", "trace/feedback", "trace/refs"],
  "trace/calls/record": resource,
  "trace/calls/read": [
    ...resource,
    "trace/calls/expand",
    "trace/calls/feedback",
    "trace/calls/record",
    "trace/refs",
  ],
  "trace/calls/write": [...resource, "trace/calls/read", "trace/calls/record"],
  "trace/feedback": [...resource, "trace/calls/record", "trace/objects", "trace/refs"],
  "trace/objects": [...resource, "trace/objects/builtin", "trace/refs"],
  "trace/objects/builtin": ["config", "refusals", "trace", "trace/json-text", "trace/objects"],
  "trace/refs": [...resource, "trace/objects", "trace/tables"],
  "trace/service": [
    "http",
    "refusals",
    "trace",
    "trace/digests",
    "trace/feedback",
    "trace/objects",
    "trace/query",
    "trace/refs",
  ],
  "trace/statistics": ["budgets", "config", "refusals", "trace", "trace/query"],
  "trace/tables": [...resource, "trace/refs"],
  training: ["refusals"],
  "training/base-models": ["http", "inference/models"],
  "training/checkpoints": ["http", "store/records", "training", "training/pages"],
  "training/completions": ["http", "inference/chat"],
  "training/models": [
    "access",
    "http",
    "refusals",
    "store/records",
    "training",
    "training/base-models",
    "training/checkpoints",
    "training/pages",
    "training/repeats",
    "training/trajectories",
  ],
  "training/names": [
    "access",
    "inference/models",
    "store/records",
    "training/checkpoints",
    "training/models",
  ],
  "training/pages": ["refusals"],
  "training/repeats": ["access", "refusals", "store/records"],
  "training/trajectories": [
    "access",
    "config",
    "http",
    "refusals",
    "store/blobs",
    "store/records",
    "training",
    "training/checkpoints",
    "training/models",
    "training/repeats",
  ],
  "training/service": ["http"],

  "inference/chat": ["budgets", "http", "inference/models", "refusals"],
  "inference/models": ["config", "http", "refusals"],
  "inference/tracing": [
    "budgets",
    "config",
    "http",
    "inference/chat",
    "store",
    "trace",
    "trace/calls",
  ],
  "inference/usage": ["http", "inference/chat", "store/records"],
  "inference/service": ["access", "http", "inference/chat", "inference/models", "refusals"],

  "side-doors/graphql": ["access", "config", "http", "refusals"],
  "side-doors/pages": [
    "access",
    "budgets",
    "http",
    "http/html",
    "refusals",
    "trace/calls",
    "trace/calls/record",
    "trace/objects",
  ],
};
