import { type ApiError, InvalidRequest } from "./errors.ts";
import { openAiError } from "./openai-error.ts";

/**
 * The error body for an address that serves both training and inference: `error` as OpenAI clients
 * read it, and `detail` as a list of issues or a text. The status is the one of the service that
 * answers.
 *
 * @example
 * app.route("/v1", inferenceApp(handlers, { ...options, errorBody: combinedErrorBody }));
 */
export function combinedErrorBody(error: ApiError, requestId: string): Record<string, unknown> {
  return {
    error: openAiError(error),
    detail: error instanceof InvalidRequest ? error.issues : error.reason,
    request_id: requestId,
  };
}
