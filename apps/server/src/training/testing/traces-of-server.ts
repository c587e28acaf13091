import type { Trace } from "@heddle/types";
import type { TrainingServer } from "./training-server.ts";

/** What trajectories became in a project of a started server, as a client asks the trace service for it. */
export class TracesOfServer {
  readonly #server: TrainingServer;
  readonly #project_id: string;

  constructor(server: TrainingServer, project = "acme/demo") {
    this.#server = server;
    this.#project_id = project;
  }

  /** The calls of a model that have no parent, in the order of their ids. */
  async roots(modelId: string): Promise<readonly Trace.Call[]> {
    const query = ofModel(modelId);
    const filter = { trace_roots_only: true };
    const sort_by = [{ field: "id", direction: "asc" }];
    return (await this.#ask<{ calls: Trace.Call[] }>("/calls/query", { filter, query, sort_by }))
      .calls;
  }

  /** All calls of a trace. */
  async trace(traceId: string): Promise<readonly Trace.Call[]> {
    const filter = { trace_ids: [traceId] };
    return (await this.#ask<{ calls: Trace.Call[] }>("/calls/query", { filter })).calls;
  }

  /** The payloads of a type of feedback by call, in the order of `calls`. */
  async payloads(calls: readonly Trace.Call[], type: string): Promise<readonly unknown[]> {
    const sort_by = [{ field: "id", direction: "asc" }];
    const { result } = await this.#ask<Trace.FeedbackList>("/feedback/query", {
      query: { $expr: { $eq: [{ $getField: "feedback_type" }, { $literal: type }] } },
      sort_by,
    });
    return calls.flatMap(({ id }) =>
      result
        .filter(({ weave_ref: ref }) => ref === `weave:///${this.#project_id}/call/${id}`)
        .map(({ payload }) => payload),
    );
  }

  async #ask<Body>(path: string, more: object): Promise<Body> {
    const body = { project_id: this.#project_id, ...more };
    const answer = await this.#server.ask<Body>("POST", path, { body, prefix: "/traces" });
    if (answer.status === 200) return answer.body;
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}

function ofModel(modelId: string): Trace.Query {
  return { $expr: { $eq: [{ $getField: "attributes.model_id" }, { $literal: modelId }] } };
}
