import type { DocumentSource } from "./document.ts";
import { type ApiError, InvalidRequest, InvalidValue, NotBuilt } from "./errors.ts";
import type { OperationSpec } from "./operation.ts";
import type { ErrorBody, RefusalStatuses, TypedService } from "./service.ts";

/** Options of `plainService`. */
export interface PlainServiceOptions {
  /** The body of an error's answer. Default: problem details (RFC 9457). */
  readonly errorBody?: ErrorBody;
  /** Statuses of requests that cannot be read. Default: 400, 415 and 422. */
  readonly refusals?: RefusalStatuses;
  /** `WWW-Authenticate` of a 401. */
  readonly challenge?: string;
  /**
   * The exports of the generated `routes.ts`. With them, the app's `getOpenAPI31Document` gives the
   * document.
   */
  readonly document?: DocumentSource;
}

/**
 * A service of any OpenAPI document, from the operation table that `heddle-codegen` made of it.
 *
 * `Handlers` is the interface of the generated `handlers.ts`: with it, `serviceApp` says which
 * handlers are missing.
 *
 * @example
 * const petStore = plainService<ApiHandlers<Shop>>("pets", operations);
 * export const app = serviceApp(petStore, { pets }, { context: () => shop });
 */
export function plainService<Handlers = Readonly<Record<string, unknown>>>(
  name: string,
  operations: readonly OperationSpec[],
  options: PlainServiceOptions = {},
): TypedService<Handlers> {
  return {
    errorBody: problemDetails,
    ...options,
    name,
    operations,
    // Heddle has no status page for such a service.
    notBuilt: (operation) => new NotBuilt(operation.id, ""),
    // Other documents seldom list the errors that any server answers to an unreadable request.
    mayLeaveErrorsOut: true,
    mayLeaveMembersOut: true,
  };
}

/** An error as RFC 9457 has it, except for the media type: that stays `application/json`. */
export function problemDetails(error: ApiError, requestId: string): Record<string, unknown> {
  const isList = error instanceof InvalidRequest || error instanceof InvalidValue;
  return {
    ...error.extras,
    status: error.status,
    title: error.name.replace(/(?<=[a-z])(?=[A-Z])/g, " "),
    detail: error.reason,
    ...(isList && { issues: error.issues }),
    request_id: requestId,
  };
}
