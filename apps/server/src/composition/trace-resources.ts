import type { SomeHandlers, TraceHandlers } from "@heddle/server-kit/trace";
import type { Projects } from "../access/projects-sql.ts";
import type { Closers } from "./closers.ts";
import type { Context } from "../http/context.ts";
import type { QueueDepth } from "../http/metrics.ts";
import type { Blobs } from "../store/blobs/blobs.ts";
import type { Records } from "../store/records/records.ts";
import { openTraceTables } from "../store/traces/open-trace-tables.ts";
import type { Traces } from "../store/traces/traces.ts";
import { CallAggregates } from "../trace/calls/aggregate/call-aggregates.ts";
import { Calls } from "../trace/calls/calls.ts";
import { callsHandlers } from "../trace/calls/handlers.ts";
import { Feedback } from "../trace/feedback/feedback.ts";
import { feedbackHandlers } from "../trace/feedback/handlers.ts";
import { Files } from "../trace/files/files.ts";
import { filesHandlers } from "../trace/files/handlers.ts";
import { builtinClasses } from "../trace/objects/builtin/classes.ts";
import { objectsHandlers } from "../trace/objects/handlers.ts";
import { ObjectLabels } from "../trace/objects/object-labels.ts";
import { Objects } from "../trace/objects/objects.ts";
import { refsHandlers } from "../trace/refs/handlers.ts";
import { Refs } from "../trace/refs/refs.ts";
import { serviceHandlers } from "../trace/service/handlers.ts";
import { tablesHandlers } from "../trace/tables/handlers.ts";
import { Tables } from "../trace/tables/tables.ts";
import { programVersion } from "../version.ts";

/** The stores that the resources of traces stand on, and their bounds. */
export interface TraceResourcesOptions {
  readonly traces: Traces;
  readonly records: Records;
  readonly blobs: Blobs;
  readonly projects: Projects;
  /** Whether other servers write into the same trace store. */
  readonly isShared: boolean;
  readonly allowPrivateProviders: boolean;
  /** Bytes that may wait in each queue of the trace store. */
  readonly maxQueuedBytes: number;
  /** Bytes that a file may have; by default the limit of `config/request-bounds.ts`. */
  readonly maxFileBytes?: number | undefined;
}

/** All resources of the trace service. */
export interface TraceResources {
  readonly calls: Calls;
  readonly feedback: Feedback;
  readonly objects: Objects;
  readonly handlers: SomeHandlers<TraceHandlers<Context>>;
  queues(): readonly QueueDepth[];
}

/**
 * Builds every resource of the trace service on the stores, for the server and for its tests. Adds
 * to `closers` what must be flushed before the stores close.
 */
export function traceResources(options: TraceResourcesOptions, closers: Closers): TraceResources {
  const { traces, records, blobs, projects, maxQueuedBytes } = options;
  const queues = openTraceTables(traces, { maxQueuedBytes });
  const { writers } = queues;
  const builtin = builtinClasses(options);
  const objects = new Objects({ records, blobs, projects, builtin });
  const tables = new Tables({ traces, writers, projects });
  const files = new Files({ records, blobs, projects, maxFileBytes: options.maxFileBytes });
  const refs = new Refs({ objects, tables });
  const calls = new Calls({ traces, projects, refs, isShared: options.isShared, maxQueuedBytes });
  const { isShared } = options;
  const feedback = new Feedback({ traces, projects, objects, isShared, maxQueuedBytes });
  for (const queue of [queues, calls, feedback]) closers.add(() => queue.close());

  return {
    calls,
    feedback,
    objects,
    handlers: {
      calls: callsHandlers(calls, new CallAggregates(traces)),
      feedback: feedbackHandlers(feedback),
      objects: objectsHandlers(objects, new ObjectLabels({ records })),
      tables: tablesHandlers(tables),
      files: filesHandlers(files),
      refs: refsHandlers(refs),
      service: serviceHandlers({ version: programVersion() }),
    },
    queues: () => [
      { name: "calls", bytes: calls.queuedBytes },
      { name: "feedback", bytes: feedback.queuedBytes },
      ...queues.depths(),
    ],
  };
}
