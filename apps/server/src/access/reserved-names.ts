const listener = ["traces", "training", "inference", "v1", "graphql", "openapi", "docs"];
const tracker = ["artifact-transfers", "files"];
const operator = ["healthz", "readyz", "metrics", "authorize", "assets", "console"];
const browser = ["favicon.ico", "robots.txt"];
const traceToCome = ["cost", "feedback", "threads", "otel", "agents", "completions", "image"];
const moreToCome = ["annotation_queues", "evaluations", "ops", "dataset_sources", "project"];
const registryToCome = ["link_to_registry"];

/**
 * Names that no entity may have, because pages stand under `/{entity}/{project}`. They are the
 * first segments of the server's own paths and of the trace service's paths, which SDKs send
 * without the prefix. Paths that the spec does not have yet are included, so that no entity takes
 * their name before.
 */
export async function reservedNames(): Promise<ReadonlySet<string>> {
  // Only a new key needs the names, and the operations take a tenth of a second to load.
  const { traceService } = await import("@heddle/server-kit/trace");
  const trace = traceService.operations.map(({ path }) => path.split("/")[1] ?? "");
  return new Set([
    ...listener,
    ...operator,
    ...browser,
    ...tracker,
    ...trace,
    ...traceToCome,
    ...moreToCome,
    ...registryToCome,
  ]);
}
