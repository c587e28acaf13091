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
import { openTraceTables } from "../store/traces/open-trace-tables.ts";
import type { Stores } from "./stores.ts";
import { Calls } from "../trace/calls/calls.ts";
import { callsHandlers } from "../trace/calls/handlers.ts";
import { Files } from "../trace/files/files.ts";
import { filesHandlers } from "../trace/files/handlers.ts";
import { builtinClasses } from "../trace/objects/builtin/classes.ts";
import { objectsHandlers } from "../trace/objects/handlers.ts";
import { Objects } from "../trace/objects/objects.ts";
import { refsHandlers } from "../trace/refs/handlers.ts";
import { Refs } from "../trace/refs/refs.ts";
import { serviceHandlers } from "../trace/service/handlers.ts";
import { traceAnswerTo } from "../trace/service/refusal-answers.ts";
import { tablesHandlers } from "../trace/tables/handlers.ts";
import { Tables } from "../trace/tables/tables.ts";
import { programVersion } from "../version.ts";

/** The parts that the trace service needs. */
export interface TraceParts extends Stores, ServiceParts {
  readonly projects: Projects;
}

/** The trace service, and what the rest of the server uses of it. */
export interface ComposedTrace {
  /** Mounted under `/traces`, and at the root for SDKs that do not append the prefix. */
  readonly services: readonly MountedService[];
  readonly pages: PageSource;
  queues(): readonly QueueDepth[];
}

/**
 * Builds the domains and their app. Adds to `closers` what must be flushed before the stores close.
 */
export function composeTrace(parts: TraceParts, closers: Closers): ComposedTrace {
  const { config, projects, records, traces, blobs } = parts;
  const { limits } = config;
  const { queueBytes: maxQueuedBytes } = limits;
  const queues = openTraceTables(traces, { maxQueuedBytes });
  const { writers } = queues;
  const isShared = config.tracesUrl !== undefined;
  const calls = new Calls({ traces, projects, isShared, maxQueuedBytes });
  for (const queue of [queues, calls]) closers.add(() => queue.close());

  const builtin = builtinClasses({ allowPrivateProviders: true });
  const objects = new Objects({ records, blobs, projects, builtin });
  const tables = new Tables({ traces, writers, projects });
  const files = new Files({ records, blobs, projects, maxFileBytes: limits.fileBytes });
  const refs = new Refs({ objects, tables });

  const handlers = {
    calls: callsHandlers(calls),
    objects: objectsHandlers(objects),
    tables: tablesHandlers(tables),
    files: filesHandlers(files),
    refs: refsHandlers(refs),
    service: serviceHandlers({ version: programVersion() }),
  };
  const app = traceApp<Principal, Context>(handlers, {
    ...serviceOptions("trace", parts, traceAnswerTo),
    partial: true,
  });
  const { name, operations, errorBody } = traceService;
  const notBuiltIds = notBuiltIn(traceService, handlers);
  const service = { name, app, operations, notBuiltIds, errorBody };
  return {
    services: ["/traces", ""].map((prefix) => ({ ...service, prefix })),
    pages: pageSource(calls, objects),
    queues: () => [{ name: "calls", bytes: calls.queuedBytes }, ...queues.depths()],
  };
}
