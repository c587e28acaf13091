import { type TraceHandlers, traceService } from "@heddle/server-kit/trace";
import type { Hono } from "hono";
import { serviceStub, type StubOptions } from "../service-stub.ts";
import type { StubContext } from "../stub-context.ts";
import { annotationQueues } from "./annotation-queues.ts";
import { calls } from "./calls.ts";
import { files } from "./files.ts";
import { document } from "./from-examples.ts";
import { objects } from "./objects.ts";
import { refs } from "./refs.ts";
import { service } from "./service.ts";
import { tables } from "./tables.ts";

/** Tracing, answered from the examples of its document. */
export function traceStub(options?: StubOptions): Hono {
  const handlers: TraceHandlers<StubContext> = {
    calls,
    objects,
    tables,
    files,
    refs,
    service,
    annotationQueues,
  };
  return serviceStub(traceService, handlers, document, options);
}
