import { type ApiError, InvalidRequest } from "./errors.ts";
import { openAiError } from "./openai-error.ts";

/**
 * An error that clients of training and of inference can both read, for the address that serves
 * both: `error` as OpenAI's clients read it, and `detail` as a list of issues or a text. The statuses
 * stay those of the service that answers.
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
