import {
  type ApiError,
  InvalidRequest,
  MalformedBody,
  NotFound,
  notBuiltReason,
} from "./errors.ts";
import type { TraceHandlers } from "./generated/trace/handlers.ts";
import { operations } from "./generated/trace/operations.ts";
import * as document from "./generated/trace/routes.ts";
import { modelNames } from "./access/artifact-names.ts";
import type { AppOptions, PartialOptions, SomeHandlers, WholeOptions } from "./options.ts";
import { appOf, type ServiceApp } from "./service-app.ts";
import type { ServiceSpec } from "./service.ts";

export * from "./index.ts";
export { operations as traceOperations } from "./generated/trace/operations.ts";
export { head as traceHead } from "./generated/trace/routes.ts";
export type { TraceHandlers } from "./generated/trace/handlers.ts";

/**
 * The trace service as an `OpenAPIHono`.
 *
 * `app.getOpenAPI31Document(traceHead)` is its document, with the routes that you add.
 *
 * The compiler lists operations without a handler and replies that do not fit; with `partial: true`
 * the rest answer 404 with a reason, which is the only absence that SDKs do not retry.
 *
 * @example
 * const app = traceApp({ calls, objects, tables, files, refs, service }, { authenticate, authorise, context });
 * const response = await app.request("/health");
 */
export function traceApp<Principal, HandlerContext>(
  handlers: TraceHandlers<HandlerContext>,
  options: WholeOptions<Principal, HandlerContext>,
): ServiceApp;
export function traceApp<Principal, HandlerContext>(
  handlers: SomeHandlers<TraceHandlers<HandlerContext>>,
  options: PartialOptions<Principal, HandlerContext>,
): ServiceApp;
export function traceApp<Principal, HandlerContext>(
  handlers: SomeHandlers<TraceHandlers<HandlerContext>>,
  options: AppOptions<Principal, HandlerContext>,
): ServiceApp {
  return appOf(traceService, handlers, options);
}

/** The trace service's operations, and how it says no. */
export const traceService: ServiceSpec = {
  name: "trace",
  operations,
  document,
  errorBody: traceErrorBody,
  notBuilt: (operation) =>
    new NotFound(notBuiltReason(operation.id), { error_type: "NotFoundError" }),
  finders: {
    "model-name": modelNames,
    ref: { projectsOf: (ref) => (typeof ref === "string" ? projectOfRef(ref) : undefined) },
  },
};

/**
 * An error as trace clients read it: `reason`, and `detail` for a request that does not fit its
 * schema. Both have `reason`, since the SDKs' object getter reads nothing else. A value that breaks a
 * rule has an `error_type`; a body that cannot be read has none.
 */
export function traceErrorBody(error: ApiError, requestId: string): Record<string, unknown> {
  const detail = error instanceof InvalidRequest ? { detail: error.issues } : {};
  const breaksRule = error.status === 400 && !(error instanceof MalformedBody);
  const type = breaksRule ? { error_type: "InvalidRequest" } : {};
  return { ...type, ...error.extras, ...detail, reason: error.reason, request_id: requestId };
}

/** `entity/project` of an external ref, `internal:<id>` of an internal one; nothing for other texts. */
export function projectOfRef(ref: string): string | undefined {
  const external = /^weave:\/\/\/([^/]+)\/([^/]+)(?:\/|$)/.exec(ref);
  if (external) return `${external[1]}/${external[2]}`;
  const internal = /^weave-trace-internal:\/\/\/([^/]+)(?:\/|$)/.exec(ref);
  return internal ? `internal:${internal[1]}` : undefined;
}
