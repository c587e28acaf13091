const listener = ["traces", "training", "inference", "v1", "v2", "graphql", "openapi", "docs"];
const operator = ["healthz", "readyz", "metrics", "authorize", "assets", "console"];
const browser = ["favicon.ico", "robots.txt"];
const trace = ["call", "calls", "obj", "objs", "table", "file", "files", "refs", "service"];
const traceFacts = ["health", "version", "server_info", "geolocate", "project", "trace"];
const traceToCome = ["cost", "feedback", "threads", "otel", "agents", "completions", "image"];
const more = ["tags", "aliases", "annotation_queues", "evaluations", "ops", "dataset_sources"];

/**
 * Names that no entity may have, because pages stand under `/{entity}/{project}`. They are the
 * first segments of the server's own paths and of the trace service's paths, which SDKs send
 * without the prefix. Paths that are not built yet are included, so that no entity takes their name
 * before.
 */
export const reservedNames: ReadonlySet<string> = new Set([
  ...listener,
  ...operator,
  ...browser,
  ...trace,
  ...traceFacts,
  ...traceToCome,
  ...more,
  "link_to_registry",
]);
