import { type Context, Hono } from "hono";
import { type AnyHandler, Dispatcher } from "./dispatch.ts";
import { InternalError, NotFound } from "./errors.ts";
import type { OperationSpec } from "./operation.ts";
import type { AppOptions } from "./options.ts";
import { errorResponse } from "./respond/error-response.ts";
import type { ServiceSpec } from "./service.ts";

/** Handlers by resource and verb, as far as the run time knows them. */
export type AnyHandlers = Readonly<Record<string, unknown>>;

/**
 * A Hono app with every operation of a service: mount it, serve it, or test it with `app.request`.
 *
 * Throws where an operation has no handler, naming all of them, unless the options say `partial`.
 */
export function serviceApp<Principal, HandlerContext>(
  service: ServiceSpec,
  handlers: AnyHandlers,
  options: AppOptions<Principal, HandlerContext>,
): Hono {
  if (!options.partial) requireHandlers(service, handlers);
  const app = new Hono();
  const idOf = (c: Context): string => options.requestId?.(c) ?? crypto.randomUUID();
  for (const operation of service.operations) {
    const handler = handlerOf(service, operation, handlers);
    const dispatcher = new Dispatcher(service, operation, handler, options);
    app.on(operation.method.toUpperCase(), honoPath(operation.path), (c) => dispatcher.handle(c));
  }
  app.notFound((c) => {
    const requestId = idOf(c);
    const error = new NotFound(`Nothing answers ${c.req.method} ${c.req.path.slice(0, 200)}`);
    return errorResponse(error, service.errorBody(error, requestId), requestId);
  });
  // Reached only by what the options' own functions throw while an error is being told.
  app.onError((_error, c) => {
    const requestId = idOf(c);
    const error = new InternalError();
    return errorResponse(error, service.errorBody(error, requestId), requestId);
  });
  return app;
}

function requireHandlers(service: ServiceSpec, handlers: AnyHandlers): void {
  const missing = service.operations
    .filter((operation) => !handlerOf(service, operation, handlers))
    .map((operation) => operation.id);
  if (missing.length > 0) {
    throw new Error(
      `The ${service.name} app lacks handlers for ${missing.join(", ")}. ` +
        "Add them, or pass `partial: true` to answer that they are not built.",
    );
  }
}

/** A second spelling is served by the handler of the operation that it stands for. */
function handlerOf(
  service: ServiceSpec,
  operation: OperationSpec,
  handlers: AnyHandlers,
): AnyHandler | undefined {
  const { compatOf } = operation;
  const served = compatOf ? service.operations.find((other) => other.id === compatOf) : operation;
  if (!served) throw new Error(`${operation.id} stands for ${compatOf}, which does not exist`);
  const group = handlers[served.resource] as Record<string, AnyHandler> | undefined;
  // Looked up on the group at each call, so that a resource may be an instance of a class.
  return group?.[served.verb] && ((request) => (group[served.verb] as AnyHandler)(request));
}

/** `/v2/{entity}/calls` as Hono writes it: `/v2/:entity/calls`. */
function honoPath(path: string): string {
  return path.replace(/\{([^}]+)\}/g, ":$1");
}
