import { type ApiError, InvalidRequest, MalformedBody, UnsupportedMediaType } from "../errors.ts";
import type { OperationSpec } from "../operation.ts";
import type { ErrorBody, RefusalStatuses, ServiceSpec } from "../service.ts";
import { errorResponse } from "./error-response.ts";

const usual: RefusalStatuses = { malformed: 400, mediaType: 415, invalid: 422 };

/** Answers errors in the form of one service. */
export class Refuser {
  readonly #errorBody: ErrorBody;
  readonly #statuses: RefusalStatuses;
  readonly #challenge: string | undefined;

  constructor(service: ServiceSpec, errorBody: ErrorBody = service.errorBody) {
    this.#errorBody = errorBody;
    this.#statuses = service.refusals ?? usual;
    this.#challenge = service.challenge;
  }

  /** The error with the status that this service gives it. */
  restate(error: ApiError): ApiError {
    const { malformed, mediaType, invalid } = this.#statuses;
    if (error instanceof InvalidRequest) {
      // Keep a status that the thrower chose.
      return error.status === usual.invalid ? new InvalidRequest(error.issues, invalid) : error;
    }
    if (error instanceof MalformedBody) return this.#unread(error, malformed, "json_invalid");
    if (error instanceof UnsupportedMediaType)
      return this.#unread(error, mediaType, "media_type_invalid");
    return error;
  }

  body(error: ApiError, requestId: string, operation: OperationSpec | undefined): unknown {
    return this.#errorBody(error, requestId, operation);
  }

  /** The answer to an error that `restate` has returned. */
  answer(error: ApiError, requestId: string, operation: OperationSpec | undefined): Response {
    return this.respond(error, this.body(error, requestId, operation), requestId);
  }

  /** The same with a given body. */
  respond(error: ApiError, body: unknown, requestId: string): Response {
    const response = errorResponse(error, body, requestId);
    if (error.status === 401 && this.#challenge !== undefined) {
      response.headers.set("WWW-Authenticate", this.#challenge);
    }
    return response;
  }

  #unread(error: ApiError, status: number, type: string): ApiError {
    if (status !== this.#statuses.invalid) return error;
    return new InvalidRequest([{ loc: ["body"], msg: error.reason, type }], status);
  }
}
