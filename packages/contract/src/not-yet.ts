/** An operation that belongs to the interface and that the server does not have yet. */
export interface NotYet {
  readonly resource: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
}

const of = (resource: string, ...operations: readonly string[]): readonly NotYet[] =>
  operations.map((operation) => {
    const [method = "", path = ""] = operation.split(" ");
    return { resource, method: method as NotYet["method"], path };
  });

const project = "/v2/{entity}/{project}";

/**
 * What the trace service answers with 404 until it is built. It may only shrink: what is built
 * leaves this list and the README's table, and enters the spec.
 */
export const notYet: readonly NotYet[] = [
  ...of("calls", "POST /calls/stats", "POST /calls/usage", "POST /trace/usage"),
  ...of("costs", "POST /cost/create", "POST /cost/query", "POST /cost/purge"),
  ...of(
    "objects",
    "POST /obj/delete",
    "PUT /objs/{object_id}/versions/{digest}/tags",
    "POST /objs/{object_id}/versions/{digest}/tags/remove",
    "PUT /objs/{object_id}/aliases",
    "POST /objs/{object_id}/aliases/remove",
    "GET /tags",
    "GET /aliases",
  ),
  ...of("tables", "POST /table/query_stream", "POST /table/query_stats_batch"),
  ...of("files", "POST /files/query_stats"),
  ...of("threads", "POST /threads/stream_query"),
  ...of(
    "feedback",
    "POST /feedback/create",
    "POST /feedback/batch/create",
    "POST /feedback/query",
    "POST /feedback/purge",
    "POST /feedback/replace",
    "POST /feedback/stats",
    "POST /feedback/payload_schema",
  ),
  ...of(
    "annotation queues",
    "POST /annotation_queues",
    "POST /annotation_queues/query",
    "GET /annotation_queues/{queue_id}",
    "PUT /annotation_queues/{queue_id}",
    "DELETE /annotation_queues/{queue_id}",
    "POST /annotation_queues/stats",
    "POST /annotation_queues/{queue_id}/items",
    "POST /annotation_queues/{queue_id}/items/query",
    "POST /annotation_queues/{queue_id}/items/{item_id}/progress",
  ),
  ...of("OpenTelemetry", "POST /otel/v1/traces", "POST /agents/otel/v1/traces"),
  ...of(
    "evaluation",
    `POST ${project}/evaluation_runs`,
    `GET ${project}/evaluation_runs`,
    `POST ${project}/predictions`,
    `GET ${project}/predictions`,
    `POST ${project}/scores`,
    `POST ${project}/eval_results/query`,
    "POST /evaluations/evaluate_model",
    "POST /evaluations/status",
    "POST /calls/score",
  ),
  ...of("completions", "POST /completions/create", "POST /image/create"),
];
