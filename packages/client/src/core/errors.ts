import { issuesOf, messageOf, codeOf } from "./error-body.ts";
import type { ValidationIssue } from "./error-body.ts";
import { retryAfterMsOf } from "./retry.ts";

/**
 * Every error that this client throws, except for wrong use of the client: that is a `TypeError`.
 */
export class HeddleError extends Error {
  override readonly name: string = "HeddleError";
}

/** The values that an `ApiError` is made from. */
export interface ApiErrorSource {
  /** `calls.read`. */
  readonly operation: string;
  readonly status: number;
  readonly response: Response;
  /** Parsed if it is JSON, else the text; `undefined` if it is empty. */
  readonly body: unknown;
}

/**
 * The server refused the request or failed. `status` is the HTTP status; the classes below follow
 * it.
 *
 * An error event inside a stream is an `ApiError` too, with the HTTP status that fits the event.
 */
export class ApiError extends HeddleError {
  override readonly name: string = "ApiError";
  /** `calls.read`. */
  declare readonly operation: string;
  declare readonly status: number;
  /** The service's own error code, if it has one. */
  declare readonly code: string | number | undefined;
  /** The id of the request in the server's log. */
  declare readonly requestId: string | undefined;
  /** The answer: parsed if it is JSON, else its text; `undefined` if it is empty. */
  declare readonly body: unknown;
  declare readonly headers: Headers;
  readonly #response: Response;

  constructor({ operation, status, response, body }: ApiErrorSource) {
    const requestId = response.headers.get("x-request-id") ?? undefined;
    const said = messageOf(body) || response.statusText || "no reason";
    const known = requestId ? ` (request ${requestId})` : "";
    super(`${operation}: ${status}: ${said}${adviceOf(status)}${known}`);
    this.operation = operation;
    this.status = status;
    this.code = codeOf(body);
    this.requestId = requestId;
    this.body = body;
    this.headers = response.headers;
    this.#response = response;
  }

  /** The response itself; its body has been read. */
  get response(): Response {
    return this.#response;
  }

  /** The wait in milliseconds that the server asks for before the next attempt. */
  get retryAfterMs(): number | undefined {
    return retryAfterMsOf(this.headers);
  }
}

/** 400: the server cannot understand the request. */
export class BadRequestError extends ApiError {
  override readonly name: string = "BadRequestError";
}

/** 401: the API key is missing or not valid. */
export class AuthenticationError extends ApiError {
  override readonly name: string = "AuthenticationError";
}

/** 403: the key is valid but does not allow this. */
export class PermissionDeniedError extends ApiError {
  override readonly name: string = "PermissionDeniedError";
}

/** 404: the requested thing does not exist. */
export class NotFoundError extends ApiError {
  override readonly name: string = "NotFoundError";
}

/** 409: the current state of the resource does not allow it. */
export class ConflictError extends ApiError {
  override readonly name: string = "ConflictError";
}

/** 413: the body is larger than the server accepts. */
export class PayloadTooLargeError extends ApiError {
  override readonly name: string = "PayloadTooLargeError";
}

/** 422: the body or the parameters do not have the shape that the operation requires. */
export class ValidationError extends ApiError {
  override readonly name: string = "ValidationError";

  /** The faults and their places. Empty if the server sent only one sentence; see `message`. */
  get issues(): readonly ValidationIssue[] {
    return issuesOf(this.body);
  }
}

/** 429: too many requests; `retryAfterMs` is the wait that the server asks for, if it names one. */
export class RateLimitError extends ApiError {
  override readonly name: string = "RateLimitError";
}

/** 5xx: the server failed. */
export class InternalServerError extends ApiError {
  override readonly name: string = "InternalServerError";
}

/** 501: this server does not have the operation. */
export class NotImplementedError extends InternalServerError {
  override readonly name: string = "NotImplementedError";
}

/** No answer, or only a part of it: the server cannot be reached, or the connection broke. */
export class ConnectionError extends HeddleError {
  override readonly name: string = "ConnectionError";
}

/** No data came for `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = "TimeoutError";
}

/** The program's own signal ended the call; `cause` is the signal's reason. */
export class AbortError extends HeddleError {
  override readonly name: string = "AbortError";
}

/** The answer does not fit the operation: `baseUrl` may lead to another program. */
export class InvalidResponseError extends HeddleError {
  override readonly name: string = "InvalidResponseError";
}

/** Creates the most specific error class for a status. */
export function apiErrorOf(source: ApiErrorSource): ApiError {
  const { status } = source;
  const Class = classes[status] ?? (status >= 500 ? InternalServerError : ApiError);
  return new Class(source);
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  422: ValidationError,
  429: RateLimitError,
  501: NotImplementedError,
};

const advices: Readonly<Record<number, string>> = {
  401: "; check apiKey",
  403: "; the key may not do this",
  404: "; check ids and baseUrl",
  429: "; send fewer requests",
  501: "; this server does not have it",
};

function adviceOf(status: number): string {
  if (status < 400) return "; check baseUrl";
  return advices[status] ?? (status < 500 ? "" : "; see the server's log");
}
