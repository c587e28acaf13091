import { type ApiError, InvalidRequest, InvalidValue, NotBuilt } from "./errors.ts";
import type { OperationSpec } from "./operation.ts";
import type { ErrorBody, RefusalStatuses, TypedService } from "./service.ts";

/** What may be chosen of a service that is not one of ours. */
export interface PlainServiceOptions {
  /** The body of an error's answer; problem details (RFC 9457) unless told otherwise. */
  readonly errorBody?: ErrorBody;
  /** Statuses of requests that cannot be read: 400, 415 and 422 unless told otherwise. */
  readonly refusals?: RefusalStatuses;
  /** `WWW-Authenticate` of a 401. */
  readonly challenge?: string;
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
    // There is no page of ours that could list what is built of it.
    notBuilt: (operation) => new NotBuilt(operation.id, ""),
    // Documents of others seldom list what any server answers to a request that it cannot read.
    mayLeaveErrorsOut: true,
  };
}

/** An error as RFC 9457 has it, but for the media type, which stays `application/json`. */
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
