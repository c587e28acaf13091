import { type TraceHandlers, traceService } from "@heddle/server-kit/trace";
import type { Hono } from "hono";
import { serviceStub, type StubOptions } from "../service-stub.ts";
import type { StubContext } from "../stub-context.ts";
import { agents } from "./agents.ts";
import { annotationQueues } from "./annotation-queues.ts";
import { calls } from "./calls.ts";
import { catalog } from "./catalog.ts";
import { completions } from "./completions.ts";
import { costs } from "./costs.ts";
import { datasets } from "./datasets.ts";
import { evalResults } from "./eval-results.ts";
import { evaluationRuns } from "./evaluation-runs.ts";
import { evaluations } from "./evaluations.ts";
import { feedback } from "./feedback.ts";
import { files } from "./files.ts";
import { document } from "./from-examples.ts";
import { images } from "./images.ts";
import { models } from "./models.ts";
import { objects } from "./objects.ts";
import { ops } from "./ops.ts";
import { otel } from "./otel.ts";
import { predictions } from "./predictions.ts";
import { refs } from "./refs.ts";
import { registry } from "./registry.ts";
import { runtimes } from "./runtimes.ts";
import { scorers } from "./scorers.ts";
import { scores } from "./scores.ts";
import { service } from "./service.ts";
import { tables } from "./tables.ts";
import { threads } from "./threads.ts";

/** Tracing, answered from the examples of its document. */
export function traceStub(options?: StubOptions): Hono {
  const handlers: TraceHandlers<StubContext> = {
    calls,
    objects,
    tables,
    files,
    refs,
    feedback,
    costs,
    threads,
    images,
    completions,
    ops,
    datasets,
    scorers,
    models,
    evaluations,
    evaluationRuns,
    predictions,
    scores,
    evalResults,
    service,
    annotationQueues,
    otel,
    agents,
    catalog,
    runtimes,
    registry,
  };
  return serviceStub(traceService, handlers, document, options);
}
