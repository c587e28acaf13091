import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, Handler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { BlankEnv } from "hono/types";
import { type AnyHandler, Dispatcher } from "./dispatch.ts";
import { registerDocument } from "./document.ts";
import { type ApiError, InternalError, MethodNotAllowed, NotFound } from "./errors.ts";
import { methodsAt } from "./methods-at.ts";
import { isNotBuilt } from "./not-built.ts";
import type { OperationSpec } from "./operation.ts";
import type { AppOptions, ContextOf, ErrorFacts, ServiceOptions, SomeHandlers } from "./options.ts";
import { Refuser } from "./respond/refuser.ts";
import { inRoutingOrder, routePath } from "./route-path.ts";
import { asRefusal, refuseInvalid } from "./routes/added-routes.ts";
import { fillWhenRead } from "./routes/late-registry.ts";
import type { ServiceSpec, TypedService } from "./service.ts";

/**
 * The app of a service. Routes that you add to it with `app.openapi` get the errors of the service,
 * but not its authentication.
 */
export type ServiceApp = OpenAPIHono<BlankEnv>;

/** Handlers by resource and verb. Their types are not known at run time. */
export type AnyHandlers = Readonly<Record<string, unknown>>;

/**
 * A Hono app with every operation of a service: mount it, serve it, or test it with `app.request`.
 *
 * If the service has a `document`, the registry of the app holds its routes.
 *
 * Throws if an operation has no handler, naming all such operations, unless the options set
 * `partial`; and if an operation is not public but the options have no `authenticate`.
 *
 * @example
 * const app = serviceApp(plainService<ApiHandlers>("pets", operations), { pets }, {});
 */
export function serviceApp<Handlers, Principal = unknown>(
  service: TypedService<Handlers>,
  handlers: Handlers,
  options: ServiceOptions<Principal, ContextOf<Handlers>> & { readonly partial?: false },
): ServiceApp;
export function serviceApp<Handlers, Principal = unknown>(
  service: TypedService<Handlers>,
  handlers: SomeHandlers<Handlers>,
  options: ServiceOptions<Principal, ContextOf<Handlers>> & { readonly partial: true },
): ServiceApp;
export function serviceApp<Principal>(
  service: ServiceSpec,
  handlers: AnyHandlers,
  options: ServiceOptions<Principal, unknown>,
): ServiceApp {
  if (!options.authenticate) requirePublic(service);
  return appOf(service, handlers, { authenticate: () => null, context: () => ({}), ...options });
}

/** The same for a service whose types the caller has checked. */
export function appOf<Principal, HandlerContext>(
  service: ServiceSpec,
  handlers: AnyHandlers,
  options: AppOptions<Principal, HandlerContext>,
): ServiceApp {
  if (!options.partial) requireHandlers(service, handlers);
  const app = new OpenAPIHono<BlankEnv>({ defaultHook: refuseInvalid });
  const { document } = service;
  if (document) fillWhenRead(app.openAPIRegistry, (all) => registerDocument(all, document));
  const idOf = (c: Context): string => options.requestId?.(c) ?? crypto.randomUUID();
  const refuser = new Refuser(service, options.errorBody);
  const unowned: string[] = [];
  for (const operation of inRoutingOrder(service.operations)) {
    const handler = handlerOf(service, operation, handlers);
    const route = routePath(operation.path, service.slashedTails?.includes(operation.id));
    const dispatcher = new Dispatcher({ service, operation, handler, options, route, refuser });
    const { missing } = dispatcher;
    if (missing.length > 0) unowned.push(`${operation.id} needs ${missing.join(" and ")}`);
    const serve: Handler = route.matches
      ? (c, next) => (route.matches?.((name) => c.req.param(name)) ? dispatcher.handle(c) : next())
      : (c) => dispatcher.handle(c);
    app.on(operation.method.toUpperCase(), route.pattern, serve);
  }
  // Without these lookups an operation would serve things of every entity, so the app must not
  // start.
  if (unowned.length > 0) {
    throw new Error(
      `The ${service.name} app cannot authorise some operations; add to its options: ${unowned.join("; ")}.`,
    );
  }
  const allowedAt = methodsAt([service]);
  app.notFound((c) => {
    const requestId = idOf(c);
    const { method, path } = c.req;
    const allowed = allowedAt(path);
    const error =
      allowed === undefined
        ? new NotFound(`Nothing answers ${method} ${path.slice(0, 200)}`)
        : new MethodNotAllowed(method, path, allowed);
    return refuser.answer(error, requestId, undefined);
  });
  // Operations reach this only if a function of the options throws while an error is being answered;
  // routes that the caller has added, with every error.
  app.onError((error, c) => {
    // Middleware such as `basicAuth` brings an answer with headers of its own.
    if (error instanceof HTTPException && error.res) return error.getResponse();
    const requestId = idOf(c);
    const { method, path } = c.req;
    const facts = { requestId, method, path, operation: undefined };
    return refuser.answer(refuser.restate(toldOf(error, facts, options)), requestId, undefined);
  });
  return app;
}

/** What the sender is told of an error of an added route. */
function toldOf<Principal, C>(
  error: unknown,
  facts: ErrorFacts,
  options: AppOptions<Principal, C>,
): ApiError {
  try {
    const told = asRefusal(error) ?? options.mapError?.(error) ?? new InternalError();
    if (told.status >= 500) options.onError?.(error, facts);
    return told;
  } catch {
    // The functions of the options may be what has failed.
    return new InternalError();
  }
}

/**
 * The ids of the operations that have no handler, or one that `notBuilt` made. An app with these
 * handlers answers that they are not built.
 */
export function notBuiltIn(service: ServiceSpec, handlers: AnyHandlers): readonly string[] {
  return service.operations
    .filter((operation) => {
      const handler = handlerOf(service, operation, handlers);
      return !handler || isNotBuilt(handler);
    })
    .map(({ id }) => id);
}

function requirePublic({ name, operations }: ServiceSpec): void {
  const guarded = operations.filter(({ access }) => access !== "public").map(({ id }) => id);
  if (guarded.length === 0) return;
  throw new Error(`The ${name} app needs \`authenticate\`: ${guarded.join(", ")} are not public.`);
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
  const own = group?.[served.verb];
  if (!group || !own || isNotBuilt(own)) return own;
  // Looked up on the group at each call, so that a resource may be an instance of a class.
  return (request) => (group[served.verb] as AnyHandler)(request);
}
