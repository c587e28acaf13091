import { modelNames } from "./access/artifact-names.ts";
import { type ApiError, NotBuilt } from "./errors.ts";
import type { InferenceHandlers } from "./generated/inference/handlers.ts";
import { operations } from "./generated/inference/operations.ts";
import * as document from "./generated/inference/routes.ts";
import { openAiError } from "./openai-error.ts";
import type { AppOptions, PartialOptions, SomeHandlers, WholeOptions } from "./options.ts";
import { appOf, type ServiceApp } from "./service-app.ts";
import type { ServiceSpec } from "./service.ts";

export * from "./index.ts";
export { operations as inferenceOperations } from "./generated/inference/operations.ts";
export { head as inferenceHead } from "./generated/inference/routes.ts";
export type { InferenceHandlers } from "./generated/inference/handlers.ts";

/**
 * The inference service as an `OpenAPIHono`.
 *
 * `app.getOpenAPI31Document(inferenceHead)` is its document, with the routes that you add.
 *
 * The compiler lists operations without a handler and replies that do not fit; with `partial: true`
 * the rest answer 501.
 *
 * @example
 * const app = inferenceApp({ chat, models }, { authenticate, authorise, context });
 * const response = await app.request("/models");
 */
export function inferenceApp<Principal, HandlerContext>(
  handlers: InferenceHandlers<HandlerContext>,
  options: WholeOptions<Principal, HandlerContext>,
): ServiceApp;
export function inferenceApp<Principal, HandlerContext>(
  handlers: SomeHandlers<InferenceHandlers<HandlerContext>>,
  options: PartialOptions<Principal, HandlerContext>,
): ServiceApp;
export function inferenceApp<Principal, HandlerContext>(
  handlers: SomeHandlers<InferenceHandlers<HandlerContext>>,
  options: AppOptions<Principal, HandlerContext>,
): ServiceApp {
  return appOf(inferenceService, handlers, options);
}

/**
 * The inference service: its operations and the form of its errors. An unreadable request is 400.
 */
export const inferenceService: ServiceSpec = {
  name: "inference",
  operations,
  document,
  errorBody: inferenceErrorBody,
  notBuilt: (operation) => new NotBuilt(operation.id),
  finders: { "model-name": modelNames },
  isForeignHeader401: true,
  slashedTails: ["models.read"],
  exactMediaTypes: ["chat"],
  refusals: { malformed: 400, mediaType: 400, invalid: 400 },
  challenge: "Bearer",
};

/** An error as OpenAI's clients read it: `{ error: { message, type, param, code } }`. */
export function inferenceErrorBody(error: ApiError, requestId: string): Record<string, unknown> {
  return { error: openAiError(error), request_id: requestId };
}
