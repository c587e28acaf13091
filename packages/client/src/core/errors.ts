import { issuesOf, messageOf, codeOf } from "./error-body.ts";
import type { ValidationIssue } from "./error-body.ts";
import { retryAfterMsOf } from "./retry.ts";

/** Every error that this client throws, but for wrong use of it, which is a `TypeError`. */
export class HeddleError extends Error {
  override readonly name: string = "HeddleError";
}

/** What an `ApiError` is made from. */
export interface ApiErrorSource {
  /** `calls.read`. */
  readonly operation: string;
  readonly status: number;
  readonly response: Response;
  /** Parsed where it is JSON, else the text; `undefined` where there is none. */
  readonly body: unknown;
}

/**
 * The server refused, or failed. `status` is of the answer; the classes below are by status.
 *
 * An error event inside a stream is one too; its `status` is what the answer would have had.
 */
export class ApiError extends HeddleError {
  override readonly name: string = "ApiError";
  /** `calls.read`. */
  declare readonly operation: string;
  declare readonly status: number;
  /** The service's own code of the error, where it has one. */
  declare readonly code: string | number | undefined;
  /** What the server's log knows the request by. */
  declare readonly requestId: string | undefined;
  /** The answer: parsed where it is JSON, else its text; `undefined` where it is empty. */
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

  /** The answer itself; its body has been read. */
  get response(): Response {
    return this.#response;
  }

  /** How long the server asks to wait before the next attempt. */
  get retryAfterMs(): number | undefined {
    return retryAfterMsOf(this.headers);
  }
}

/** 400: the request makes no sense to the server. */
export class BadRequestError extends ApiError {
  override readonly name: string = "BadRequestError";
}

/** 401: no key, or not a valid one. */
export class AuthenticationError extends ApiError {
  override readonly name: string = "AuthenticationError";
}

/** 403: the key is valid, and may not do this. */
export class PermissionDeniedError extends ApiError {
  override readonly name: string = "PermissionDeniedError";
}

/** 404: what was asked for is not there. */
export class NotFoundError extends ApiError {
  override readonly name: string = "NotFoundError";
}

/** 409: the state of things does not allow it now. */
export class ConflictError extends ApiError {
  override readonly name: string = "ConflictError";
}

/** 413: the body is larger than the server takes. */
export class PayloadTooLargeError extends ApiError {
  override readonly name: string = "PayloadTooLargeError";
}

/** 422: body or parameters do not have the shape that the operation asks for. */
export class ValidationError extends ApiError {
  override readonly name: string = "ValidationError";

  /** What is wrong, and where. Empty where the server tells it in one sentence, the message. */
  get issues(): readonly ValidationIssue[] {
    return issuesOf(this.body);
  }
}

/** 429: too many requests; `retryAfterMs` says how long to wait where the server knows. */
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

/** No answer, or not the whole of it: the server cannot be reached, or the connection broke. */
export class ConnectionError extends HeddleError {
  override readonly name: string = "ConnectionError";
}

/** Nothing came for `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = "TimeoutError";
}

/** The program's own signal ended the call; `cause` is the reason it gave. */
export class AbortError extends HeddleError {
  override readonly name: string = "AbortError";
}

/** The answer is not what the operation answers: `baseUrl` may lead to something else. */
export class InvalidResponseError extends HeddleError {
  override readonly name: string = "InvalidResponseError";
}

/** The error for a status, of the most fitting class. */
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
  429: "; send fewer requests at once",
  501: "; this server does not have it",
};

function adviceOf(status: number): string {
  if (status < 400) return "; check baseUrl";
  return advices[status] ?? (status < 500 ? "" : "; see the server's log");
}
