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
