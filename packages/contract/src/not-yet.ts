/** A service of the interface, by the folder of its spec. */
export type ServiceName = "trace" | "training" | "inference";

/** An operation that belongs to the interface and that the server does not have yet. */
export interface NotYet {
  readonly service: ServiceName;
  readonly resource: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the prefix of its service. */
  readonly path: string;
  /** Whether the spec has it; what it has not is planned, and known by its path alone. */
  readonly isInSpec: boolean;
}

function of(
  service: ServiceName,
  resource: string,
  operations: readonly string[],
  isInSpec = true,
): readonly NotYet[] {
  return operations.map((operation) => {
    const [method = "", path = ""] = operation.split(" ");
    return { service, resource, method: method as NotYet["method"], path, isInSpec };
  });
}

const planned = (resource: string, ...operations: readonly string[]): readonly NotYet[] =>
  of("trace", resource, operations, false);

const project = "/v2/{entity}/{project}";

/**
 * What the server answers with 404 (trace) or 501 (training, inference) until it is built. It grows
 * only with the spec: what is built leaves this list and the table of `docs/status.md`.
 */
export const notYet: readonly NotYet[] = [
  ...of("trace", "calls", ["POST /calls/stats", "POST /calls/usage", "POST /trace/usage"]),
  ...of("trace", "objects", [
    "POST /obj/delete",
    "PUT /objs/{object_id}/versions/{digest}/tags",
    "POST /objs/{object_id}/versions/{digest}/tags/remove",
    "PUT /objs/{object_id}/aliases",
    "POST /objs/{object_id}/aliases/remove",
    "GET /tags",
    "GET /aliases",
  ]),
  ...planned("costs", "POST /cost/create", "POST /cost/query", "POST /cost/purge"),
  ...planned("threads", "POST /threads/stream_query"),
  ...planned(
    "feedback",
    "POST /feedback/create",
    "POST /feedback/batch/create",
    "POST /feedback/query",
    "POST /feedback/purge",
    "POST /feedback/replace",
    "POST /feedback/stats",
    "POST /feedback/payload_schema",
  ),
  ...planned(
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
  ...planned("OpenTelemetry", "POST /otel/v1/traces", "POST /agents/otel/v1/traces"),
  ...planned(
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
  ...planned("completions", "POST /completions/create", "POST /image/create"),
  ...of("training", "chat", ["POST /chat/completions", "POST /chat/completions/"]),
  ...of("training", "models", [
    "POST /preview/models",
    "DELETE /preview/models/{model_id}",
    "POST /preview/models/{model_id}/log",
  ]),
  ...of("training", "baseModels", ["GET /preview/base-models"]),
  ...of("training", "checkpoints", [
    "GET /preview/models/{model_id}/checkpoints",
    "DELETE /preview/models/{model_id}/checkpoints",
  ]),
  ...of("training", "trainingJobs", [
    "POST /preview/training-jobs",
    "GET /preview/training-jobs/{training_job_id}",
    "GET /preview/training-jobs/{training_job_id}/events",
  ]),
  ...of("training", "sftTrainingJobs", ["POST /preview/sft-training-jobs"]),
  ...of("training", "artifacts", [
    "POST /preview/artifacts",
    "GET /preview/artifacts",
    "POST /preview/artifacts/upload",
    "GET /preview/artifacts/{artifact_id}",
    "POST /preview/artifacts/{artifact_id}/commit",
    "PUT /preview/artifacts/{artifact_id}/files/{path}",
    "GET /preview/artifacts/{artifact_id}/files/{path}",
  ]),
  ...of("inference", "chat", ["POST /chat/completions"]),
  ...of("inference", "models", ["GET /models", "GET /models/{model_id}"]),
];

/** Whether the server is still to get an operation of the spec, second spellings included. */
export function isNotYet(service: string, method: string, path: string): boolean {
  return notYet.some(
    (one) => one.service === service && one.method === method.toUpperCase() && one.path === path,
  );
}
