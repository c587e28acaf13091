import { notBuiltIn, traceApp, traceService } from "@heddle/server-kit/trace";
import type { Principal } from "../access/principal.ts";
import type { Projects } from "../access/projects-sql.ts";
import type { Closers } from "./closers.ts";
import type { MountedService } from "../http/areas.ts";
import type { Context } from "../http/context.ts";
import type { QueueDepth } from "../http/metrics.ts";
import { serviceOptions, type ServiceParts } from "./service-options.ts";
import { pageSource } from "../side-doors/pages/page-source.ts";
import type { PageSource } from "../side-doors/pages/views.ts";
import type { Stores } from "./stores.ts";
import { traceResources } from "./trace-resources.ts";
import type { Calls } from "../trace/calls/calls.ts";
import type { Feedback } from "../trace/feedback/feedback.ts";
import { traceAnswerTo } from "../trace/service/refusal-answers.ts";

/** The parts that the trace service needs. */
export interface TraceParts extends Stores, ServiceParts {
  readonly projects: Projects;
}

/** The trace service, and what the rest of the server uses of it. */
export interface ComposedTrace {
  /** Mounted under `/traces`, and at the root for SDKs that do not append the prefix. */
  readonly services: readonly MountedService[];
  readonly pages: PageSource;
  /** For the calls that the server makes itself. */
  readonly calls: Calls;
  /** For the feedback on them. */
  readonly feedback: Feedback;
  queues(): readonly QueueDepth[];
}

/**
 * Builds the trace service. Adds to `closers` what must be flushed before the stores close.
 */
export function composeTrace(parts: TraceParts, closers: Closers): ComposedTrace {
  const { config, projects, records, traces, blobs } = parts;
  const resources = traceResources(
    {
      traces,
      records,
      blobs,
      projects,
      isShared: config.tracesUrl !== undefined,
      allowPrivateProviders: true,
      maxQueuedBytes: config.limits.queueBytes,
      maxFileBytes: config.limits.fileBytes,
    },
    closers,
  );
  const { handlers } = resources;
  const app = traceApp<Principal, Context>(handlers, {
    ...serviceOptions("trace", parts, traceAnswerTo),
    partial: true,
  });
  const { name, operations, errorBody } = traceService;
  const notBuiltIds = notBuiltIn(traceService, handlers);
  const service = { name, app, operations, notBuiltIds, errorBody };
  return {
    services: ["/traces", ""].map((prefix) => ({ ...service, prefix })),
    calls: resources.calls,
    feedback: resources.feedback,
    pages: pageSource(resources.calls, resources.objects),
    queues: () => resources.queues(),
  };
}
