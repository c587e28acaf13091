import { artifactUrls, modelNames } from "./access/artifact-names.ts";
import { type ApiError, InvalidRequest, NotBuilt } from "./errors.ts";
import type { TrainingHandlers } from "./generated/training/handlers.ts";
import { operations } from "./generated/training/operations.ts";
import * as document from "./generated/training/routes.ts";
import { openAiError, trainingErrorNames } from "./openai-error.ts";
import type { OperationSpec } from "./operation.ts";
import type { AppOptions, PartialOptions, SomeHandlers, WholeOptions } from "./options.ts";
import { appOf, type ServiceApp } from "./service-app.ts";
import type { ServiceSpec } from "./service.ts";

export * from "./index.ts";
export { operations as trainingOperations } from "./generated/training/operations.ts";
export { head as trainingHead } from "./generated/training/routes.ts";
export type { TrainingHandlers } from "./generated/training/handlers.ts";

/**
 * The training service as an `OpenAPIHono`.
 *
 * `app.getOpenAPI31Document(trainingHead)` is its document, with the routes that you add.
 *
 * The compiler lists operations without a handler and replies that do not fit; with `partial: true`
 * the rest answer 501.
 *
 * @example
 * const app = trainingApp({ models, trainingJobs, … }, { authenticate, authorise, context });
 * const response = await app.request("/health");
 */
export function trainingApp<Principal, HandlerContext>(
  handlers: TrainingHandlers<HandlerContext>,
  options: WholeOptions<Principal, HandlerContext>,
): ServiceApp;
export function trainingApp<Principal, HandlerContext>(
  handlers: SomeHandlers<TrainingHandlers<HandlerContext>>,
  options: PartialOptions<Principal, HandlerContext>,
): ServiceApp;
export function trainingApp<Principal, HandlerContext>(
  handlers: SomeHandlers<TrainingHandlers<HandlerContext>>,
  options: AppOptions<Principal, HandlerContext>,
): ServiceApp {
  return appOf(trainingService, handlers, options);
}

/**
 * The training service: its operations and the form of its errors. An unreadable request is 422.
 */
export const trainingService: ServiceSpec = {
  name: "training",
  operations,
  document,
  errorBody: trainingErrorBody,
  notBuilt: (operation) => new NotBuilt(operation.id),
  finders: { "model-name": modelNames, "artifact-url": artifactUrls },
  slashedTails: ["artifacts.fileContent", "artifacts.putFile"],
  exactMediaTypes: ["chat"],
  refusals: { malformed: 422, mediaType: 422, invalid: 422 },
  challenge: "Bearer",
};

/**
 * An error as training clients read it: `detail` is a list for faults against a schema, else a
 * text. Chat answers as engines do, under `error`, with that list beside it.
 */
export function trainingErrorBody(
  error: ApiError,
  requestId: string,
  operation?: OperationSpec,
): Record<string, unknown> {
  const issues = error instanceof InvalidRequest ? { detail: error.issues } : undefined;
  if (operation?.resource === "chat") {
    return { ...issues, error: openAiError(error, trainingErrorNames), request_id: requestId };
  }
  return { ...error.extras, detail: error.reason, ...issues, request_id: requestId };
}
