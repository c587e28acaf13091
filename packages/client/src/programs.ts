/**
 * Exports that programs need in addition to a client: the errors to catch, and the types of values.
 */
export {
  AbortError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  HeddleError,
  InternalServerError,
  InvalidResponseError,
  NotFoundError,
  NotImplementedError,
  PayloadTooLargeError,
  PermissionDeniedError,
  RateLimitError,
  TimeoutError,
  ValidationError,
} from "./core/index.ts";
export { exactNumbers } from "./core/on-demand/index.ts";
export type { Exact } from "./core/on-demand/index.ts";
export type { Middleware } from "openapi-fetch";
export type {
  ApiCall,
  Binary,
  CallResult,
  ClientOptions,
  HeaderValues,
  Page,
  PageCall,
  RequestOptions,
  Stream,
  StreamCall,
  ValidationIssue,
} from "./core/index.ts";
