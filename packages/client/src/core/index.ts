/** The base of the generated clients. `@heddle/client` exports the parts that programs need. */
export { ApiCall } from "./api-call.ts";
export type { CallResult, CallSteps } from "./api-call.ts";
export type { Binary, BodyStyle } from "./body.ts";
export { Connection } from "./connection.ts";
export type { ValidationIssue } from "./error-body.ts";
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
} from "./errors.ts";
export type { WithInt64 } from "./int64.ts";
export type { ClientOptions, HeaderValues, RequestOptions } from "./options.ts";
export { Page, PageCall } from "./page.ts";
export type { PageBody } from "./page.ts";
export type { JsonParser } from "./parse-json.ts";
export { Resource } from "./resource.ts";
export type { CallRequest } from "./send.ts";
export { ServiceClient } from "./service-client.ts";
export { Stream, StreamCall } from "./stream.ts";
export type { PathStyle, QueryStyle, WithDates } from "./url.ts";
