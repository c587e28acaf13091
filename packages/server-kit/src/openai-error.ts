import { type ApiError, InvalidRequest, InvalidValue, type Issue } from "./errors.ts";

/** An error as OpenAI's clients read it. */
export interface OpenAiError {
  readonly message: string;
  readonly type: string;
  /** The wrong member or header, dotted. */
  readonly param: string | null;
  readonly code: string | number | null;
}

/** The `type` and `code` of each status; the extras of an error take precedence. */
export type ErrorNames = Readonly<Record<number, readonly [type: string, code: string | null]>>;

/** The inference service's names. */
export const inferenceErrorNames: ErrorNames = {
  400: ["invalid_request_error", null],
  401: ["authentication_error", "invalid_api_key"],
  402: ["insufficient_quota", "insufficient_quota"],
  403: ["permission_error", null],
  404: ["not_found_error", null],
  405: ["invalid_request_error", "method_not_allowed"],
  408: ["timeout_error", "request_timeout"],
  409: ["conflict_error", null],
  413: ["invalid_request_error", "request_too_large"],
  415: ["invalid_request_error", null],
  422: ["invalid_request_error", "validation_error"],
  429: ["rate_limit_error", "concurrency_limit_reached"],
  501: ["invalid_request_error", "not_implemented"],
  502: ["server_error", "upstream_unavailable"],
  503: ["overloaded_error", "engine_overloaded"],
  504: ["server_error", "upstream_timeout"],
};

/** The names that differ in the training service's chat. */
export const trainingErrorNames: ErrorNames = {
  ...inferenceErrorNames,
  404: ["NotFoundError", null],
  429: ["rate_limit_exceeded", "concurrency_limit_reached"],
  500: ["internal_error", "internal_error"],
  503: ["engine_overloaded", "engine_overloaded"],
};

/**
 * An error as OpenAI's clients read it. Extras `type`, `param` and `code` replace the names of the
 * status; other extras are added.
 */
export function openAiError(
  error: ApiError,
  names: ErrorNames = inferenceErrorNames,
): OpenAiError & Readonly<Record<string, unknown>> {
  const [type, code] = names[error.status] ?? ofClass(error.status);
  const issues =
    error instanceof InvalidRequest || error instanceof InvalidValue ? error.issues : [];
  const [first, ...others] = issues;
  const place = first?.loc.slice(1).join(".") || null;
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  const message = first ? `${placed(first, place)}${more}` : error.reason;
  const invalid = first === undefined ? code : (code ?? "invalid_parameter");
  return { message, type, param: place, code: invalid, ...error.extras };
}

/**
 * The message behind its place. An unreadable body has no place inside: its message stands alone.
 */
function placed({ msg, type }: Issue, place: string | null): string {
  const isWhole = type === "json_invalid" || type === "media_type_invalid";
  return isWhole ? msg : `${place ?? "body"}: ${msg}`;
}

function ofClass(status: number): readonly [string, string | null] {
  return status >= 500 ? ["server_error", "internal_error"] : ["invalid_request_error", null];
}
