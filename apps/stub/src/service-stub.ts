import {
  type AppOptions,
  type ContentSpec,
  type ErrorBody,
  type OperationSpec,
  type ServiceSpec,
  serviceApp,
  type TypedService,
} from "@heddle/server-kit";
import type { Hono } from "hono";
import { authenticateBy, type StubPrincipal } from "./authenticate.ts";
import { type AnyHandler, preferring } from "./examples/from-examples.ts";
import { readPreferences } from "./examples/preferences.ts";
import type { StubContext } from "./stub-context.ts";

/** The options of a stub. */
export interface StubOptions {
  /**
   * Called for errors that answer 500: an answer that the document does not describe, or a failed
   * handler.
   */
  readonly onError?: (error: unknown) => void;
  /** The body of every error, in place of the service's own. */
  readonly errorBody?: ErrorBody;
}

/**
 * A service as a Hono app: it takes requests as the real server does, and checks answers against
 * the document.
 */
export function serviceStub(
  service: ServiceSpec,
  handlers: object,
  document: unknown,
  { onError, errorBody }: StubOptions = {},
): Hono {
  const operations = service.operations.map(refusingPreferences);
  const typed: TypedService<object> = { ...service, operations };
  const options: AppOptions<StubPrincipal, StubContext> = {
    authenticate: authenticateBy(document),
    // Without `authorise`, every key may do everything in every project.
    context: ({ headers }) => ({ preferences: readPreferences(headers.get("prefer")) }),
    checkResponses: true,
    ...(onError && { onError: (error) => onError(error) }),
    ...(errorBody && { errorBody }),
  };
  // Every handler has the stub's context, which the compiler cannot see in an `object`.
  return serviceApp(
    typed,
    withPreferences(handlers, service.operations, document),
    options as never,
  );
}

/** Puts the preferences of a request before every handler, hand-written ones included. */
function withPreferences(
  handlers: object,
  operations: readonly OperationSpec[],
  document: unknown,
): object {
  const given = handlers as Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>;
  const preferred: Record<string, Record<string, AnyHandler>> = {};
  for (const operation of operations.filter(({ compatOf }) => compatOf === undefined)) {
    const { resource, verb } = operation;
    // Called on its resource, which may be an instance of a class.
    const handler = given[resource]?.[verb]?.bind(given[resource]);
    if (handler) (preferred[resource] ??= {})[verb] = preferring(operation, document, handler);
  }
  return preferred;
}

/** Lets an operation answer 400 for an impossible preference, even if it does not document 400. */
function refusingPreferences(operation: OperationSpec): OperationSpec {
  const refusal: Readonly<Record<string, ContentSpec>> = {
    "application/json": { framing: "json" },
  };
  return { ...operation, responses: { 400: refusal, ...operation.responses } };
}
