const listener = ["traces", "training", "inference", "v1", "v2", "graphql", "openapi", "docs"];
const operator = ["healthz", "readyz", "metrics", "authorize", "assets", "console"];
const browser = ["favicon.ico", "robots.txt"];
const trace = ["call", "calls", "obj", "objs", "table", "file", "files", "refs", "service"];
const traceFacts = ["health", "version", "server_info", "geolocate", "project", "trace"];
const traceToCome = ["cost", "feedback", "threads", "otel", "agents", "completions", "image"];
const more = ["tags", "aliases", "annotation_queues", "evaluations", "ops", "dataset_sources"];

/**
 * First segments of paths that mean something at the root of the listener: ours, and those of the
 * trace service, whose paths SDKs send without its prefix. No entity may bear one of them, since
 * pages stand under `/{entity}/{project}`. Paths that are still to be built are in it too, so that
 * nobody has taken their name by then.
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
