import type { Context as HonoContext, Hono } from "hono";
import { traceApp, traceOperations } from "@heddle/server-kit/trace";
import type { Access } from "./access/access.ts";
import type { Principal } from "./access/principal.ts";
import type { Projects } from "./access/projects.ts";
import type { Closers } from "./closers.ts";
import type { Config } from "./config.ts";
import type { Context } from "./http/context.ts";
import type { HttpEnv } from "./http/env.ts";
import { mapStoreError } from "./http/errors.ts";
import type { Logger } from "./http/log.ts";
import type { QueueDepth } from "./http/metrics.ts";
import { remoteAddress } from "./http/remote-address.ts";
import { pageSource } from "./side-doors/pages/page-source.ts";
import type { PageSource } from "./side-doors/pages/views.ts";
import { TableWriter } from "./store/traces/writer.ts";
import type { Stores } from "./stores.ts";
import { Calls } from "./trace/calls/calls.ts";
import { callsHandlers } from "./trace/calls/handlers.ts";
import { Files } from "./trace/files/files.ts";
import { filesHandlers } from "./trace/files/handlers.ts";
import { builtinClasses } from "./trace/objects/builtin/classes.ts";
import { objectsHandlers } from "./trace/objects/handlers.ts";
import { Objects } from "./trace/objects/objects.ts";
import { refsHandlers } from "./trace/refs/handlers.ts";
import { Refs } from "./trace/refs/refs.ts";
import { serviceHandlers } from "./trace/service/handlers.ts";
import { tablesHandlers } from "./trace/tables/handlers.ts";
import { Tables } from "./trace/tables/tables.ts";
import { programVersion } from "./version.ts";

/** What the trace service stands on. */
export interface TraceParts extends Stores {
  readonly config: Config;
  readonly log: Logger;
  readonly access: Access;
  readonly projects: Projects;
}

/** The trace service, and what others see of it. */
export interface ComposedTrace {
  readonly app: Hono;
  readonly operations: typeof traceOperations;
  readonly pages: PageSource;
  queues(): readonly QueueDepth[];
}

/** Who asks where nobody has to say: sees nothing that belongs to anybody. */
const anonymous: Principal = { keyId: "", entity: "", role: "read", userName: "" };

/** Builds the domains and their app. What has to be flushed before the stores close is added. */
export function composeTrace(parts: TraceParts, closers: Closers): ComposedTrace {
  const { config, log, access, projects, records, traces, blobs } = parts;
  const { limits } = config;
  const { queueBytes: maxQueuedBytes } = limits;
  const rowWriter = new TableWriter({ traces, table: "table_rows", maxQueuedBytes });
  const tableWriter = new TableWriter({ traces, table: "tables", maxQueuedBytes });
  const isShared = config.tracesUrl !== undefined;
  const calls = new Calls({ traces, projects, isShared, maxQueuedBytes });
  for (const writer of [rowWriter, tableWriter, calls]) closers.add(() => writer.close());

  const builtin = builtinClasses({ allowPrivateProviders: true });
  const objects = new Objects({ records, blobs, projects, access, builtin });
  const tables = new Tables({ traces, rowWriter, tableWriter, projects, access });
  const files = new Files({ records, blobs, projects, maxFileBytes: limits.fileBytes });
  const refs = new Refs({ objects, tables, access });

  const addressOf = remoteAddress(config.trustedProxies);
  const app = traceApp<Principal, Context>(
    {
      calls: callsHandlers(calls),
      objects: objectsHandlers(objects),
      tables: tablesHandlers(tables),
      files: filesHandlers(files),
      refs: refsHandlers(refs),
      service: serviceHandlers({ access, version: programVersion() }),
    },
    {
      authenticate: (headers) => access.authenticate(headers),
      authorise: (principal, level, names) => access.authorise(principal, level, names),
      context: (facts) => ({
        principal: facts.principal ?? anonymous,
        requestId: facts.requestId,
        remoteAddress: facts.remoteAddress,
        // The kit makes it when it is asked for.
        get signal() {
          return facts.signal;
        },
      }),
      mapError: mapStoreError,
      onError: (err, { requestId, operation }) =>
        log.error({ err, requestId, operation: operation?.id }, "failed"),
      limits,
      // The listener's own context: the service app is mounted in it.
      requestId: (c) => (c as HonoContext<HttpEnv>).get("requestId"),
      remoteAddress: (c) => addressOf(c as HonoContext<HttpEnv>),
    },
  );
  return {
    app,
    operations: traceOperations,
    pages: pageSource(calls, objects),
    queues: () => [
      { name: "calls", bytes: calls.queuedBytes },
      { name: "table_rows", bytes: rowWriter.queuedBytes },
      { name: "tables", bytes: tableWriter.queuedBytes },
    ],
  };
}
